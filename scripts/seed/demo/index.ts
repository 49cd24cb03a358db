import type { SeedServices } from '#scripts/seed/person.ts'
import type { Services } from '#server/base/core/context.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { updateTable } from '#server/base/core/rows/rows.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { DEMO_ACCOUNTS } from '#server/identity/auth/demo-accounts.ts'
import { ALL_FIRST_STEPS } from '#shared/overview/first-steps.ts'
import { AGENCIES, withHomeYear } from './figures.ts'
import { seedFiles } from './files.ts'
import { seedLive } from './live.ts'
import { seedMoney } from './money.ts'
import { seedPeople } from './people.ts'
import { seedQuickTasks } from './quick-tasks.ts'
import { seedTime } from './time.ts'
import { seedWork } from './work.ts'
import type { DemoWorld, SeedStep } from './world.ts'
import { seedYearMoney } from './year/money.ts'
import { seedYearTalk } from './year/talk.ts'
import { seedYearTime } from './year/time.ts'
import { seedYearWork } from './year/work.ts'

/** Each step builds on the previous ones; the live step sets what remains unread. */
const figures: SeedStep[] = [seedWork, seedFiles, seedTime, seedMoney, seedQuickTasks, seedLive]

/** The same with the home agency's previous year: its hours are paid out before the later ones. */
const wholeYear: SeedStep[] = [
  seedWork,
  seedFiles,
  seedYearWork,
  seedYearTime,
  seedTime,
  seedYearMoney,
  seedMoney,
  seedQuickTasks,
  seedYearTalk,
  seedLive,
]

/**
 * Fills an empty database with the demo, dated from `now`, in one transaction. Without `year` it only
 * contains the specified figures, which is fast for tests. Returns what it created, or null if the demo
 * already exists.
 */
export async function seedDemo(
  services: Services,
  now: Date,
  { year = false }: { year?: boolean } = {},
): Promise<DemoWorld | null> {
  if ((await requireDemoOrEmpty(services.db)) === 'demo') return null
  return transact(systemContext({ services, now }), async (tx) => {
    const { db } = tx
    const inTransaction: SeedServices = { ...services, db, clock: () => now }
    // The demo exceeds its plans' limits.
    inTransaction.config = { ...services.config, enforcePlanLimits: false }
    const world = await seedPeople(inTransaction, now, year ? withHomeYear(AGENCIES) : AGENCIES)
    for (const step of year ? wholeYear : figures) await step(inTransaction, world)
    // They have had their accounts for a long time.
    await updateTable(tx, 'profiles')
      .set({ skipped_steps: JSON.stringify(ALL_FIRST_STEPS) })
      .execute()
    // The demo's people don't exist: no one gets emails about events before seeding.
    await db.deleteFrom('mail_outbox').execute()
    await db.deleteFrom('tokens').execute()
    return world
  })
}

/** Throws if the database has other accounts, which must not be mixed with a demo. */
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
  throw new Error('This database already has other accounts. Use a separate database for the demo.')
}
