import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { createWorld } from '#tests/support/world.ts'

const RUNS = 15
const RATES = [1900, 700, 0] as const

const job = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  prices_include_tax: fc.boolean(),
  advances: fc.array(
    fc.record({
      lines: fc.array(
        fc.record({ tax_bps: fc.constantFrom(...RATES), rate: fc.integer({ min: 1, max: 90_000 }) }),
        { minLength: 1, maxLength: 3 },
      ),
      receivedPercent: fc.constantFrom(100, 100, 37, 1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** What the work costs at each rate in excess of all advances. */
  more: fc.tuple(
    fc.integer({ min: 100, max: 90_000 }),
    fc.integer({ min: 100, max: 90_000 }),
    fc.integer({ min: 0, max: 90_000 }),
  ),
})
type Job = ReturnType<(typeof job)['generate']>['value']

type Sums = Map<string, { net: number; tax: number }>

function addTo(sums: Sums, key: string, { net, tax }: { net: number; tax: number }): void {
  const before = sums.get(key) ?? { net: 0, tax: 0 }
  sums.set(key, { net: before.net + net, tax: before.tax + tax })
}

const pay = (owner: Caller, invoice_id: string, amount: number) =>
  owner.payments.recordManual({ invoice_id, amount, method: 'bank', request_id: crypto.randomUUID() })

/** The lines of the work: at each rate, all advances plus the excess. */
const workOf = ({ advances, more }: Job) =>
  RATES.map((tax_bps, index) => {
    const asked = advances.flatMap(({ lines }) => lines.filter((line) => line.tax_bps === tax_bps))
    const rate = asked.reduce((sum, line) => sum + line.rate, 0) + (more[index] ?? 0)
    return { description: 'Work', quantity: 1, rate, tax_bps }
  })

/** Sends the advances and the final invoice of a job, pays everything, and checks that they add up to the work. */
async function runJob(owner: Caller, client_id: string, given: Job): Promise<Sums> {
  const { currency, prices_include_tax, advances } = given
  const content = {
    client_id,
    title: 'Job',
    due_date: '2026-04-03',
    currency,
    booking_rate: currency === 'USD' ? null : '1.37',
    prices_include_tax,
  } satisfies Partial<InvoiceSaveInput>
  const whole = await owner.invoices.save({ ...content, items: workOf(given) })
  const ids: string[] = []
  let received = 0
  for (const { lines, receivedPercent } of advances) {
    const items = lines.map((line) => ({ ...line, description: 'In advance', quantity: 1 }))
    const { id, amount } = await owner.invoices.save({ ...content, items, stage: 'advance' })
    await owner.invoices.send({ id })
    const paid = Math.ceil((amount * receivedPercent) / 100)
    await pay(owner, id, paid)
    received += paid
    ids.push(id)
  }
  const { id } = await owner.invoices.save({
    ...content,
    items: workOf(given),
    stage: 'final',
    advance_ids: ids,
  })
  await owner.invoices.send({ id })
  const final = await owner.invoices.get({ id })
  expect(received + final.amount).toBe(whole.amount)
  expect(final.items.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(final.amount)
  if (final.amount_due > 0) await pay(owner, id, final.amount_due)
  await owner.invoices.delete({ id: whole.id })
  const sums: Sums = new Map()
  for (const item of whole.items) addTo(sums, `${currency} ${item.tax_bps}`, item)
  return sums
}

test('random advance and final invoices add up to the work, by rate, issue and payment', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const expected: Sums = new Map()
  for (const given of fc.sample(job, { numRuns: casesHere(RUNS), seed: 14 })) {
    for (const [key, sums] of await runJob(owner, world.home.client.clientId, given))
      addTo(expected, key, sums)
  }
  for (const basis of ['issued', 'paid'] as const) {
    const { by_currency } = await owner.finance.taxReport({ basis })
    const reported: Sums = new Map()
    for (const { currency, rows } of by_currency) {
      for (const row of rows) addTo(reported, `${currency} ${row.tax_bps}`, row)
    }
    const inOrder = (sums: Sums) => [...sums].filter(([, { net }]) => net !== 0).toSorted()
    expect(inOrder(reported)).toEqual(inOrder(expected))
  }
  expect(await bookDifferencesOf(ctxFor(db, null), world.home.agencyId)).toEqual([])
})
