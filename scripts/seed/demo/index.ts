import type { SeedServices } from '#scripts/seed/person.ts'
import { DEMO_ACCOUNTS } from '#server/auth/demo-accounts.ts'
import type { Services } from '#server/core/context.ts'
import { systemContext } from '#server/core/reach.ts'
import { transact } from '#server/core/transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { seedFiles } from './files.ts'
import { seedLive } from './live.ts'
import { seedMoney } from './money.ts'
import { seedPeople } from './people.ts'
import { seedQuickTasks } from './quick-tasks.ts'
import { seedTime } from './time.ts'
import { seedWork } from './work.ts'
import type { DemoWorld, SeedStep } from './world.ts'

/** Each step builds on the ones before it; the live one settles what the others made unread. */
const steps: SeedStep[] = [seedWork, seedFiles, seedTime, seedMoney, seedQuickTasks, seedLive]

/**
 * Fills an empty database with the demo, dated from `now`, in one transaction: interrupted, it leaves
 * nothing. Returns what it made; null when the demo is there already.
 */
export async function seedDemo(services: Services, now: Date): Promise<DemoWorld | null> {
  if ((await requireDemoOrEmpty(services.db)) === 'demo') return null
  return transact(systemContext({ services, now }), async ({ db }) => {
    const inTransaction: SeedServices = { ...services, db, clock: () => now }
    // The demo is larger than the plans it shows.
    inTransaction.config = { ...services.config, enforcePlanLimits: false }
    const world = await seedPeople(inTransaction, now)
    for (const step of steps) await step(inTransaction, world)
    // The people of the demo do not exist: nobody gets a mail about what happened before the seed.
    await db.deleteFrom('mail_outbox').execute()
    await db.deleteFrom('tokens').execute()
    return world
  })
}

/** Throws for a database with accounts of its own, which no demo may be mixed into. */
export async function requireDemoOrEmpty(db: Db): Promise<'demo' | 'empty'> {
  const tables = await db.introspection.getTables()
  if (!tables.some((table) => table.name === 'users')) return 'empty'
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyone === undefined) return 'empty'
  const demo = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_ACCOUNTS[0].email)
    .executeTakeFirst()
  if (demo !== undefined) return 'demo'
  throw new Error('This database holds accounts of its own. Give the demo a database of its own.')
}
