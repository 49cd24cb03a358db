import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { countTaxDays, recountTaxDays } from '#server/money/ledger/taxes/commands/count-tax-days.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const system = () => ctxFor(testServices(db), null)
const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: new Date(`${day}T12:00:00.000Z`) })
const owner = () => ownerOn('2026-03-04')
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04']

/** On both bases, overall and per day. */
async function reports() {
  const found = []
  for (const basis of ['issued', 'paid'] as const) {
    found.push(await owner().finance.taxReport({ basis }))
    for (const day of DAYS) found.push(await owner().finance.taxReport({ basis, from: day, to: day }))
  }
  return found
}

const openDays = () => db.selectFrom('tax_days').select('day').whereRef('counted', '<', 'changes').execute()

/** Resets the tables as if no totals had been stored yet. */
async function openAll(): Promise<void> {
  await db.updateTable('tax_days').set({ changes: sql`changes + 1` }).execute()
  await db.deleteFrom('tax_tallies').execute()
}

const RATES = [1900, 700, 0]

test('the stored report equals a recount after any billing, payments and expenses', async () => {
  const at = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item
  const drafts: string[] = []
  const sent: string[] = []
  const expenses: string[] = []
  let figures = 0

  const act = async (kind: number, a: number, b: number): Promise<void> => {
    const on = ownerOn(at(DAYS, b))
    const [draft, invoice, expense] = [at(drafts, a), at(sent, a), at(expenses, a)]
    if (kind === 0) {
      const content = {
        client_id: world.home.client.clientId,
        title: 'Work',
        due_date: '2026-12-31',
        currency: at(['USD', 'EUR', 'JPY'], b),
        booking_rate: at([undefined, '1.0842', '0.0066'], b),
        items: [
          { description: 'One', quantity: 1, rate: 333 * (1 + a), tax_bps: at(RATES, a) },
          { description: 'Other', quantity: 1.5, rate: 101 * (1 + b), tax_bps: at(RATES, b) },
        ],
      }
      drafts.push((await on.invoices.save(content)).id)
    }
    if (kind === 1 && draft) {
      drafts.splice(a % drafts.length, 1)
      await on.invoices.send({ id: draft })
      sent.push(draft)
    }
    if (kind === 2 && invoice) {
      const payment = { invoice_id: invoice, method: 'bank' as const, request_id: crypto.randomUUID() }
      await on.payments
        .recordManual({ ...payment, amount: 100 * (1 + b), paid_on: at(DAYS, a) })
        .catch(isRefusal)
    }
    if (kind === 3 && invoice) await on.invoices.void({ id: invoice }).catch(isRefusal)
    if (kind === 4 && invoice) {
      await on.invoices.credit({ id: invoice, amount: 10 * (1 + b), reason: 'Late' }).catch(isRefusal)
    }
    if (kind === 5 || (kind === 6 && expense)) {
      const spent = {
        category: 'travel' as const,
        description: 'Train',
        amount: 119 * (1 + b),
        tax_amount: 19 * (1 + b),
        tax_bps: 1900,
      }
      const id = kind === 6 ? expense : undefined
      const saved = await on.finance.saveExpense({ ...spent, id, spent_on: at(DAYS, a) })
      if (kind === 5) expenses.push(saved.id)
    }
    if (kind === 7 && expense) {
      await on.finance.deleteExpense({ id: expenses.splice(a % expenses.length, 1)[0] ?? '' })
    }
    if (kind === 8) await countTaxDays(system())
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(8), fc.nat(50), fc.nat(50)), { minLength: 20, maxLength: 40 }),
      async (acts) => {
        // The last expense can't be deleted, so that there are figures.
        for (const [kind, a, b] of [...acts, [5, 0, 0] as const]) await act(kind, a, b)
        const partly = await reports()
        await countTaxDays(system())
        expect(await openDays()).toEqual([])
        const kept = await reports()
        expect(await recountTaxDays(system())).toBe(0)
        await openAll()
        expect(await reports()).toEqual(kept)
        expect(partly).toEqual(kept)
        figures += kept.flatMap(({ output, input }) => [...output, ...input]).length
      },
    ),
    { numRuns: casesHere(6), endOnFailure: true },
  )
  expect(figures).toBeGreaterThan(0)
})

/** For example, more than is due; fails on any error not meant for the user. */
function isRefusal(error: unknown): void {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(BAD_REQUEST|CONFLICT|PRECONDITION_FAILED)$/) })
}

test('invoices sent while days are totaled appear in the report once', async () => {
  const ids = []
  for (let count = 0; count < 20; count++) {
    const draft = { client_id: world.home.client.clientId, title: 'Work', due_date: '2026-12-31' }
    const items = [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }]
    ids.push((await owner().invoices.save({ ...draft, items })).id)
  }
  await Promise.all(ids.flatMap((id) => [owner().invoices.send({ id }), countTaxDays(system())]))
  const sums = { net: 2_000_00, tax: 380_00, gross: 2_380_00 }
  expect((await owner().finance.taxReport({})).output_total).toEqual(sums)
  await countTaxDays(system())
  expect(await openDays()).toEqual([])
  expect((await owner().finance.taxReport({})).output_total).toEqual(sums)
  expect((await callerAs(db, world.foreign.owner).finance.taxReport({})).output).toEqual([])
})

test('the nightly recount corrects manual changes only', async () => {
  await sendInvoiceTo(ownerOn('2026-03-02'), world.home.client.clientId)
  await sendInvoiceTo(ownerOn('2026-03-03'), world.home.client.clientId)
  await countTaxDays(system())
  const right = await reports()
  expect(await recountTaxDays(system())).toBe(0)
  await db.updateTable('tax_tallies').set({ net: 1 }).where('day', '=', '2026-03-02').execute()
  await db.deleteFrom('tax_days').where('day', '=', '2026-03-03').execute()
  await db.deleteFrom('tax_tallies').where('day', '=', '2026-03-03').execute()
  expect(await recountTaxDays(system())).toBe(2)
  expect(await reports()).toEqual(right)
  expect(await recountTaxDays(system())).toBe(0)
})
