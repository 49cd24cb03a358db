import type { SeedServices } from '#scripts/seed/person.ts'
import { DEMO_ACCOUNTS } from '#server/auth/demo-accounts.ts'
import type { Services } from '#server/core/context.ts'
import { systemContext } from '#server/core/reach.ts'
import { updateTable } from '#server/core/rows.ts'
import { transact } from '#server/core/transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { ALL_FIRST_STEPS } from '#shared/first-steps.ts'
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

/** Each step builds on the ones before it; the live one settles what the others made unread. */
const figures: SeedStep[] = [seedWork, seedFiles, seedTime, seedMoney, seedQuickTasks, seedLive]

/** The same with a year of the home agency's life before: its hours are paid out before the later ones. */
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
 * Fills an empty database with the demo, dated from `now`, in one transaction: interrupted, it leaves
 * nothing. Without `year` it holds the figures alone, which is little to look at and quick to test with.
 * Returns what it made; null when the demo is there already.
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
    // The demo is larger than the plans it shows.
    inTransaction.config = { ...services.config, enforcePlanLimits: false }
    const world = await seedPeople(inTransaction, now, year ? withHomeYear(AGENCIES) : AGENCIES)
    for (const step of year ? wholeYear : figures) await step(inTransaction, world)
    // They have been here for long.
    await updateTable(tx, 'profiles')
      .set({ skipped_steps: JSON.stringify(ALL_FIRST_STEPS) })
      .execute()
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
