import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { RECURRING_FREQUENCIES, type RecurringFrequency } from '#shared/money/invoices/invoices.ts'
import { resumesOn, upcomingRuns } from '#shared/money/invoices/recurring.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
const textOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const addDays = (date: string, days: number): string => textOf(Date.parse(date) + days * DAY_MS)

/** In calendar terms: the same day of a later month, or that month's last day. */
function laterMonth(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const days = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + months, Math.min(day, days)))
}

const STEP: Record<RecurringFrequency, (date: string, times: number) => string> = {
  weekly: (date, times) => addDays(date, 7 * times),
  monthly: laterMonth,
  quarterly: (date, times) => laterMonth(date, 3 * times),
  yearly: (date, times) => laterMonth(date, 12 * times),
}

interface Terms extends Partial<End> {
  starts_on: string
  frequency: RecurringFrequency
}

interface End {
  ends_on: string | null
  occurrences: number | null
}

const MOST = 6

/** The dates a plan should have from a day on, including one more to check that it ends. */
function expectedFrom(anchor: string, frequency: RecurringFrequency, from: string, end: End): string[] {
  const all = Array.from({ length: 400 }, (_, times) => STEP[frequency](anchor, times))
  const due = all.filter((date) => date >= from && (end.ends_on === null || date <= end.ends_on))
  return due.slice(0, Math.min(end.occurrences ?? MOST + 1, MOST + 1))
}

/** Includes month ends and the leap day of 2028. */
const anchors = fc.oneof(
  fc.constantFrom('2027-12-31', '2028-01-29', '2028-01-30', '2028-01-31', '2028-02-29'),
  fc.integer({ min: 0, max: 120 }).map((days) => addDays('2027-11-01', days)),
)
const frequencies = fc.constantFrom(...RECURRING_FREQUENCIES)
const ends = fc.record({
  ends: fc.option(fc.integer({ min: 0, max: 500 })),
  occurrences: fc.option(fc.integer({ min: 1, max: MOST })),
})

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const ownerOn = (date: string) => callerAs(db, world.home.owner, { now: new Date(`${date}T12:00:00.000Z`) })
  const planOf = async () => (await ownerOn('2028-01-01').invoices.recurring({})).items[0]
  /** Runs the job on each next date and the day after, until the plan ends or has created `most` invoices. */
  const run = async (most: number): Promise<string[]> => {
    const written: string[] = []
    for (let plan = await planOf(); plan && !plan.finished && written.length < most; plan = await planOf()) {
      for (const day of [plan.next_on, addDays(plan.next_on, 1)]) {
        const ctx = ctxFor(services, null, new Date(`${day}T12:00:00.000Z`))
        if ((await writeRecurringInvoices(ctx)) === 1) written.push(day)
      }
    }
    return written
  }
  /** Creates a plan and checks that it is the only one. */
  const plan = async (terms: Terms) => {
    for (const { id } of (await ownerOn('2028-01-01').invoices.recurring({})).items) {
      await ownerOn('2028-01-01').invoices.deleteRecurring({ id })
    }
    const whole = { ...content, ...terms, due_days: 0, send_automatically: false }
    return { ...whole, id: (await ownerOn(terms.starts_on).invoices.saveRecurring(whole)).id }
  }
  return { ownerOn, run, plan, planOf }
}

test('a plan creates invoices on its dates and ends exactly by date or count', async () => {
  const { run, plan, planOf } = await setUp()
  await fc.assert(
    fc.asyncProperty(
      anchors,
      frequencies,
      ends,
      async (starts_on, frequency, { ends: after, occurrences }) => {
        const end = { ends_on: after === null ? null : addDays(starts_on, after), occurrences }
        const expected = expectedFrom(starts_on, frequency, starts_on, end)
        const terms = { anchor: starts_on, frequency, ends_on: end.ends_on, left: occurrences }
        expect(upcomingRuns(terms, starts_on, MOST + 1)).toEqual(expected)
        await plan({ starts_on, frequency, ...end })
        expect(await run(MOST)).toEqual(expected.slice(0, MOST))
        expect((await planOf())?.finished).toBe(expected.length <= MOST)
      },
    ),
    { numRuns: 12 },
  )
})

test('a new interval or start applies from the day of the change, and the plan ends exactly', async () => {
  const { ownerOn, run, plan, planOf } = await setUp()
  await fc.assert(
    fc.asyncProperty(
      anchors,
      frequencies,
      frequencies,
      fc.option(fc.integer({ min: -40, max: 40 })),
      ends,
      async (starts_on, frequency, next, moved, { ends: after, occurrences }) => {
        const before = await plan({ starts_on, frequency })
        const [today = ''] = (await run(2)).slice(-1)
        const start = moved === null ? starts_on : addDays(today, moved)
        const end = { ends_on: after === null ? null : addDays(today, after), occurrences }
        const { version } = await ownerOn(today).invoices.recurringPlan({ id: before.id })
        const changed = { ...before, ...end, version, starts_on: start, frequency: next }
        await ownerOn(today).invoices.saveRecurring(changed)
        // An invoice already created today isn't repeated, even if the new interval starts today.
        const expected = expectedFrom(start, next, addDays(today, 1), end)
        expect(await run(MOST)).toEqual(expected.slice(0, MOST))
        expect((await planOf())?.finished).toBe(expected.length <= MOST)
      },
    ),
    {
      numRuns: 12,
      // Its last date is the last one run.
      examples: [['2027-12-31', 'weekly', 'weekly', 0, { ends: 42, occurrences: null }]],
    },
  )
})

test('a changed plan continues today with a new start, tomorrow with a new interval, otherwise unchanged', () => {
  const before = { starts_on: '2028-01-31', frequency: 'monthly' } as const
  expect(resumesOn(before, before, '2028-02-29')).toBeNull()
  expect(resumesOn(before, { ...before, frequency: 'weekly' }, '2028-02-29')).toBe('2028-03-01')
  expect(resumesOn(before, { ...before, starts_on: '2028-02-29' }, '2028-02-29')).toBe('2028-02-29')
})
