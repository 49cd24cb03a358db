import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxIncluded } from '#shared/base/amounts/money.ts'
import { callerAs } from '#tests/support/caller.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { depositOf } from '#tests/support/money/money.ts'
import { booksIn, YEAR_2026 } from '#tests/support/returns.ts'

const Q1 = { from: '2026-01-01', to: '2026-03-31' }
const Q2 = { from: '2026-04-01', to: '2026-06-30' }
const BASES = ['issued', 'paid'] as const

type Tax = { tax_rate_id?: string; tax_bps?: number }

async function germanBooks() {
  const books = await booksIn('DE', 'EUR')
  const vat = await books.rateOf('VAT', 1900, 'standard')
  const { clientId } = books.world.home.client
  /** The day it is recorded, usually after it was received. */
  const deposit = async (
    day: string,
    paid_on: string,
    amount: number,
    advance: Tax = { tax_rate_id: vat },
  ) => {
    await books.ownerOn(day).payments.recordManual({ ...depositOf(clientId, amount), paid_on, advance })
    const { items } = await books.ownerOn(day).invoices.list({ client_id: clientId })
    const [latest] = items.toSorted((one, other) => (other.number ?? '').localeCompare(one.number ?? ''))
    return books.ownerOn(day).invoices.get({ id: latest?.id ?? '' })
  }
  const totals = async (period: typeof Q1, basis: (typeof BASES)[number]) => {
    const asked = { ...period, basis }
    const { output_total, boxes } = await books.declare({ kind: 'german-advance-return', ...asked })
    const report = await books.reader.finance.taxReport(asked)
    expect(report.output_total).toMatchObject(output_total ?? {})
    return { ...output_total, form: boxes.find(({ key }) => key === '81')?.form }
  }
  return { ...books, vat, clientId, deposit, totals }
}

test('a deposit with an advance invoice is taxed once: when it is received, not when it is used', async () => {
  const { db, ownerOn, clientId, vat, deposit, totals, pay } = await germanBooks()
  await ownerOn('2026-01-02').payments.recordManual(depositOf(clientId, 100_00))
  const advance = await deposit('2026-04-02', '2026-03-30', 595_00)
  expect(advance).toMatchObject({
    ...{ stage: 'advance', status: 'paid', issued_on: '2026-04-02' },
    ...{ amount: 595_00, tax: 95_00, amount_due: 0, prepaid: 595_00 },
    items: [{ description: 'Deposit', tax_bps: 1900, tax_name: 'VAT', net: 500_00, tax: 95_00 }],
  })
  const { balances } = await ownerOn('2026-04-02').invoices.clientCredit({ client_id: clientId })
  expect(balances).toEqual([{ amount: 100_00, currency: 'EUR' }])
  const owner = ownerOn('2026-05-10')
  const { id } = await owner.invoices.save({
    ...{
      client_id: clientId,
      title: 'Shop',
      due_date: '2026-05-24',
      stage: 'final',
      advance_ids: [advance.id],
    },
    items: [{ description: 'Work', quantity: 1, rate: 1000_00, tax_rate_id: vat }],
  })
  await owner.invoices.send({ id })
  await pay('2026-06-01', id, 595_00)
  expect(await totals(Q1, 'paid')).toEqual({ net: 500_00, tax: 95_00, form: 500_00 })
  expect(await totals(Q2, 'paid')).toEqual({ net: 500_00, tax: 95_00, form: 500_00 })
  expect(await totals(Q1, 'issued')).toEqual({ net: 0, tax: 0, form: 0 })
  for (const basis of BASES) {
    expect(await totals(YEAR_2026, basis)).toEqual({ net: 1000_00, tax: 190_00, form: 1000_00 })
  }
  const income = await db
    .selectFrom('ledger_entries')
    .select(['occurred_on', 'amount', 'tax'])
    .where('direction', '=', 'income')
    .orderBy('occurred_on')
    .execute()
  expect(income).toEqual([
    { occurred_on: '2026-03-30', amount: 595_00, tax: 95_00 },
    { occurred_on: '2026-06-01', amount: 595_00, tax: 95_00 },
  ])
})

test('any deposit and rate has the same tax on its document, in the ledger, the report and the return', async () => {
  const { db, deposit, totals } = await germanBooks()
  const drawn = fc.record({
    amount: fc.integer({ min: 1, max: 9_000_000 }),
    tax_bps: fc.constantFrom(0, 700, 887.5, 1900),
  })
  let [net, tax] = [0, 0]
  await fc.assert(
    fc.asyncProperty(drawn, async ({ amount, tax_bps }) => {
      const advance = await deposit('2026-03-04', '2026-03-03', amount, { tax_bps })
      expect(advance).toMatchObject({ amount, tax: taxIncluded(amount, tax_bps), amount_due: 0 })
      net += amount - advance.tax
      tax += advance.tax
      for (const basis of BASES) expect(await totals(Q1, basis)).toMatchObject({ net, tax })
    }),
    { numRuns: casesHere(8) },
  )
  const { owed } = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.sum<number>('amount').as('owed'))
    .where('direction', '=', 'liability')
    .executeTakeFirstOrThrow()
  expect(Number(owed)).toBe(0)
})

test("an advance invoice is for a received deposit, at one of the agency's own tax rates", async () => {
  const { ownerOn, clientId, world, vat } = await germanBooks()
  const record = ownerOn('2026-03-04').payments.recordManual
  const deposit = depositOf(clientId, 100_00)
  await expect(record({ ...deposit, received: false, advance: { tax_bps: 1900 } })).rejects.toThrow(
    'Only a deposit that was received',
  )
  await expect(record({ ...deposit, advance: { tax_rate_id: crypto.randomUUID() } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const foreign = { ...depositOf(world.foreign.client.clientId, 100_00), advance: { tax_rate_id: vat } }
  await expect(record(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Sent again after a lost response, it takes effect once.
  const twice = { ...depositOf(clientId, 200_00), advance: { tax_rate_id: vat } }
  await record(twice)
  await record(twice)
  expect((await ownerOn('2026-03-04').invoices.list({ client_id: clientId })).items).toHaveLength(1)
})

test('an advance invoice in another currency has the rate of the day on which the deposit was received', async () => {
  const { db, world, ownerOn, clientId, vat } = await germanBooks()
  await callerAs(db, world.admin).platform.importExchangeRates({
    rates: [
      { quoted_on: '2026-03-30', currency: 'USD', per_euro: '1.1' },
      { quoted_on: '2026-04-02', currency: 'USD', per_euro: '1.25' },
    ],
  })
  const owner = ownerOn('2026-04-02')
  await owner.payments.recordManual({
    ...{ ...depositOf(clientId, 119_00, 'USD'), paid_on: '2026-03-30', advance: { tax_rate_id: vat } },
  })
  const invoices = db.selectFrom('invoices').select(['base_total', 'base_due', 'booked_on', 'rate_source'])
  expect(await invoices.execute()).toEqual([
    { base_total: 108_18, base_due: 0, booked_on: '2026-03-30', rate_source: 'table' },
  ])
  const entries = db.selectFrom('ledger_entries').select(['direction', 'category', 'base_amount'])
  expect((await entries.execute()).map((entry) => Object.values(entry).join()).toSorted()).toEqual([
    'income,invoices,10818',
    'liability,client_credit,10818',
    'liability,credit_applied,-10818',
  ])
})
