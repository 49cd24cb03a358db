import { DEMO_ACCOUNTS } from '#server/auth/demo-accounts.ts'
import type { Db } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { seedPeople } from './people.ts'
import { seedWork } from './work.ts'
import type { DemoWorld, SeedServices, SeedStep } from './world.ts'

/** Each step builds on the ones before it. */
const steps: SeedStep[] = [seedWork]

/**
 * Fills an empty database with the demo, dated from `now`, in one transaction: interrupted, it leaves
 * nothing. Returns what it made; null when the demo is there already.
 */
export async function seedDemo(services: SeedServices, now: Date): Promise<DemoWorld | null> {
  if (await isSeeded(services.db)) return null
  return transact(services.db, async (trx) => {
    const inTransaction: SeedServices = { ...services, db: trx, clock: () => now }
    const world = await seedPeople(inTransaction, now)
    for (const step of steps) await step(inTransaction, world)
    return world
  })
}

async function isSeeded(db: Db): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_ACCOUNTS[0].email)
    .executeTakeFirst()
  return user !== undefined
}
