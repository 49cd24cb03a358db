import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { TaxBasis, TaxRow } from '#shared/money/ledger/taxes/tax-report.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import {
  addTo,
  byHandOnce,
  creditByHand,
  grossOf,
  nearest,
  paymentByHand,
  type ReferenceLine,
  type ReferenceSums,
  seeded,
} from '#tests/support/money/tax-arithmetic.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: new Date(`${day}T12:00:00.000Z`) })

const RATES: [string, number, TaxCategory][] = [
  ['VAT', 1900, 'standard'],
  ['Reduced VAT', 700, 'reduced'],
  ['Zero', 0, 'zero'],
  ['Exempt', 0, 'exempt'],
  ['Reverse charge', 0, 'reverse_charge'],
  ['Export', 0, 'export'],
]

/** The agency's rates; returns their ids. */
async function addRates(): Promise<string[]> {
  const rows = RATES.map(([name, bps, category]) => ({
    agency_id: world.home.agencyId,
    id: crypto.randomUUID(),
    name,
    bps,
    category,
    note: null,
    archived_at: null,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }))
  await db.insertInto('tax_rates').values(rows).execute()
  return rows.map((row) => row.id)
}

async function send(day: string, content: Partial<InvoiceSaveInput>): Promise<string> {
  const owner = ownerOn(day)
  const { id } = await owner.invoices.save({
    client_id: world.home.client.clientId,
    title: 'Work',
    due_date: '2027-12-31',
    items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }],
    ...content,
  })
  await owner.invoices.send({ id })
  return id
}

const pay = (day: string, invoiceId: string, amount: number) =>
  ownerOn(day).payments.recordManual({
    invoice_id: invoiceId,
    amount,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })

const reportOf = (basis: TaxBasis, from: string | null = null, to: string | null = null) =>
  ownerOn('2027-01-01').finance.taxReport({ basis, from, to })

test('the report uses issue or payment dates, with credit notes subtracted', async () => {
  const [vat, , , , reverse] = await addRates()
  const id = await send('2026-03-31', {
    items: [
      { description: 'Design', quantity: 1, rate: 100_00, tax_rate_id: vat },
      { description: 'Abroad', quantity: 1, rate: 50_00, tax_rate_id: reverse },
    ],
  })
  await pay('2026-04-02', id, 84_50)
  await ownerOn('2026-04-03').invoices.credit({ id, amount: 16_90, reason: 'Late' })
  const march = await reportOf('issued', '2026-03-01', '2026-03-31')
  expect(march).toMatchObject({
    currency: 'USD',
    output: [
      {
        tax_name: 'VAT',
        tax_category: 'standard',
        tax_bps: 1900,
        net: 100_00,
        tax: 19_00,
        gross: 119_00,
        count: 1,
      },
      {
        tax_name: 'Reverse charge',
        tax_category: 'reverse_charge',
        tax_bps: 0,
        net: 50_00,
        tax: 0,
        gross: 50_00,
      },
    ],
    output_total: { net: 150_00, tax: 19_00, gross: 169_00 },
    owed: 19_00,
    by_currency: [{ currency: 'USD', total: { gross: 169_00 } }],
  })
  const april = await reportOf('issued', '2026-04-01', '2026-04-30')
  expect(april.output).toMatchObject([
    { tax_name: 'VAT', net: -10_00, tax: -1_90, gross: -11_90 },
    { tax_name: 'Reverse charge', net: -5_00, tax: 0 },
  ])
  expect((await reportOf('paid', '2026-03-01', '2026-03-31')).output).toEqual([])
  const paid = await reportOf('paid', '2026-04-01', '2026-04-30')
  expect(paid.output).toMatchObject([
    { tax_name: 'VAT', net: 50_00, tax: 9_50, gross: 59_50 },
    { tax_name: 'Reverse charge', net: 25_00, tax: 0, gross: 25_00 },
  ])
})

test('each figure lists its documents, which add up to it', async () => {
  const id = await send('2026-02-10', {})
  await send('2026-02-11', { currency: 'EUR', booking_rate: '1.1' })
  await pay('2026-02-12', id, 59_50)
  await ownerOn('2026-02-13').invoices.credit({ id, amount: 11_90, reason: 'Late' })
  const rate = { tax_bps: 1900, tax_name: null, tax_category: 'standard' } as const
  const list = async (basis: TaxBasis, currency?: string) =>
    (await ownerOn('2026-02-13').finance.taxDocuments({ ...rate, basis, currency })).items
  const issued = await list('issued')
  expect(issued.map((item) => [item.kind, item.text, item.net, item.tax, item.base_tax])).toEqual([
    ['credit_note', 'CN-1001', -10_00, -1_90, -1_90],
    ['invoice', 'INV-1002', 100_00, 19_00, 20_90],
    ['invoice', 'INV-1001', 100_00, 19_00, 19_00],
  ])
  const { output } = await reportOf('issued')
  expect(output).toMatchObject([
    { tax: issued.reduce((sum, item) => sum + (item.base_tax ?? 0), 0), count: 3 },
  ])
  expect(await list('issued', 'EUR')).toHaveLength(1)
  expect(await list('paid')).toMatchObject([{ kind: 'payment', net: 50_00, tax: 9_50, invoice_id: id }])
  const first = await ownerOn('2026-02-13').finance.taxDocuments({ ...rate, limit: 2 })
  const next = await ownerOn('2026-02-13').finance.taxDocuments({
    ...rate,
    limit: 2,
    cursor: first.nextCursor,
  })
  expect([...first.items, ...next.items]).toEqual(issued)
})

test("draft, void and other agencies' documents are excluded", async () => {
  const id = await send('2026-02-10', {})
  await ownerOn('2026-02-11').invoices.void({ id })
  await ownerOn('2026-02-11').invoices.save({
    client_id: world.home.client.clientId,
    title: 'Draft',
    due_date: '2026-04-03',
    items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }],
  })
  expect((await reportOf('issued')).output).toEqual([])
  await send('2026-02-12', {})
  expect((await callerAs(db, world.foreign.owner).finance.taxReport({})).output).toEqual([])
})

const CURRENCIES = {
  USD: [1n, 1n, 2],
  EUR: [10_842n, 10_000n, 2],
  JPY: [66n, 10_000n, 0],
  KWD: [325n, 100n, 3],
} as const
type Code = keyof typeof CURRENCIES

/** The currency's minor units in base cents, rounded once. */
const inDollars = (amount: bigint, code: Code): bigint => {
  const [numerator, denominator, digits] = CURRENCIES[code]
  return nearest(amount * numerator * 100n, denominator * 10n ** BigInt(digits))
}
const rateText = (code: Code): string | undefined => {
  const [numerator, denominator] = CURRENCIES[code]
  return code === 'USD' ? undefined : String(Number(numerator) / Number(denominator))
}

const nameOf = (row: Pick<TaxRow, 'tax_bps' | 'tax_name' | 'tax_category'>): string =>
  `${row.tax_name ?? ''} ${row.tax_bps}`

test('the report of random documents equals a direct calculation', async () => {
  const rateIds = await addRates()
  const random = seeded(20_261_122)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const expected = { issued: new Map<string, ReferenceSums>(), paid: new Map<string, ReferenceSums>() }
  const baseTax = { issued: 0n, gross: 0n }
  const taxInBase = new Map<string, bigint>()
  for (let count = 0; count < casesHere(200); count++) {
    const day = `2026-${String(1 + upTo(11)).padStart(2, '0')}-${String(1 + upTo(27)).padStart(2, '0')}`
    const code = any(Object.keys(CURRENCIES) as Code[])
    const lines = Array.from({ length: 1 + upTo(3) }, () => {
      const named = any([0, 1, 2, 3, 4, 5, null])
      const [name, bps] =
        named === null ? ['', any([0, 775, 2000])] : (RATES[named] as [string, number, TaxCategory])
      return {
        rateId: named === null ? null : (rateIds[named] ?? null),
        hand: {
          quantity: BigInt(1 + upTo(20_000)),
          rate: BigInt(1 + upTo(90_000)),
          discountBps: BigInt(any([0, 0, 0, 333, 1000])),
          taxBps: BigInt(bps),
          key: `${name} ${bps}`,
        } satisfies ReferenceLine,
      }
    })
    const inclusive = random() < 0.4
    const discount = any([
      { type: 'none', value: 0 },
      { type: 'percent', value: 1 + upTo(2500) },
      { type: 'amount', value: 1 + upTo(500) },
    ] as const)
    const sums = byHandOnce(
      lines.map((line) => line.hand),
      discount.type === 'amount'
        ? { amount: BigInt(discount.value) }
        : { percentBps: BigInt(discount.value) },
      inclusive,
    )
    const total = grossOf(sums.values())
    if (total === 0n) continue
    const id = await send(day, {
      currency: code,
      booking_rate: rateText(code),
      prices_include_tax: inclusive,
      discount,
      items: lines.map(({ rateId, hand }) => ({
        description: 'Line',
        quantity: Number(hand.quantity) / 1000,
        rate: Number(hand.rate),
        discount_bps: Number(hand.discountBps),
        tax_rate_id: rateId,
        tax_bps: Number(hand.taxBps),
      })),
    })
    const keyed = (map: Map<string, ReferenceSums>) =>
      new Map([...map].map(([key, value]) => [`${code} ${key}`, value] as const))
    addTo(expected.issued, keyed(sums))
    baseTax.gross += inDollars(total, code)
    for (const [key, { tax }] of sums) taxInBase.set(key, (taxInBase.get(key) ?? 0n) + inDollars(tax, code))
    let paid = BigInt(upTo(3) === 0 ? 0 : upTo(Number(total)))
    if (paid > 0n) await pay(day, id, Number(paid))
    const left = new Map(sums)
    if (random() < 0.3 && total > paid) {
      const amount = 1n + BigInt(upTo(Number(total - paid) - 1))
      const credit = creditByHand(left, amount)
      await ownerOn(day).invoices.credit({ id, amount: Number(amount), reason: 'Late' })
      addTo(left, credit, -1n)
      addTo(expected.issued, keyed(credit), -1n)
      baseTax.gross -= inDollars(amount, code)
      for (const [key, { tax }] of credit)
        taxInBase.set(key, (taxInBase.get(key) ?? 0n) - inDollars(tax, code))
    }
    const open = grossOf(left.values()) - paid
    if (random() < 0.5 && open > 0n) {
      await pay(day, id, Number(open))
      paid += open
    }
    addTo(expected.paid, keyed(paymentByHand(left, paid)))
  }
  for (const basis of ['issued', 'paid'] as const) {
    const report = await reportOf(basis)
    const found = new Map<string, ReferenceSums>()
    for (const { currency, rows } of report.by_currency) {
      for (const row of rows) {
        const key = `${currency} ${nameOf(row)}`
        addTo(found, new Map([[key, { net: BigInt(row.net), tax: BigInt(row.tax) }]]))
      }
    }
    const said = (sums: Map<string, ReferenceSums>) =>
      [...sums]
        .filter(([, { net, tax }]) => net !== 0n || tax !== 0n)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
    expect(said(found)).toEqual(said(expected[basis]))
    const quarters = await Promise.all(
      [
        ['01-01', '03-31'],
        ['04-01', '06-30'],
        ['07-01', '09-30'],
        ['10-01', '12-31'],
      ].map(([from, to]) => reportOf(basis, `2026-${from}`, `2026-${to}`)),
    )
    expect(quarters.reduce((sum, quarter) => sum + quarter.output_total.gross, 0)).toBe(
      report.output_total.gross,
    )
    expect(quarters.reduce((sum, quarter) => sum + quarter.owed, 0)).toBe(report.owed)
  }
  const { output, output_total } = await reportOf('issued')
  expect(BigInt(output_total.gross)).toBe(baseTax.gross)
  const taxes = new Map<string, bigint>()
  for (const row of output) taxes.set(nameOf(row), (taxes.get(nameOf(row)) ?? 0n) + BigInt(row.tax))
  expect([...taxes].toSorted()).toEqual([...taxInBase].toSorted())
  const { current } = await ownerOn('2027-01-01').finance.summary({})
  const paid = await reportOf('paid')
  expect([current.revenue, current.tax_collected]).toEqual([paid.output_total.net, paid.output_total.tax])
})

const taxedAt = async (bps: number, basis: TaxBasis, period: { from: string; to: string }) => {
  const { output } = await ownerOn('2026-12-31').finance.taxReport({ ...period, basis })
  const { net, tax, count } = output.find((row) => row.tax_bps === bps) ?? { net: 0, tax: 0, count: 0 }
  return [net, tax, count]
}

test('a loss reduces the tax on its day by issue date, and no tax by payment date', async () => {
  const items = [
    { description: 'Design', quantity: 1, rate: 100_00, tax_bps: 1900 },
    { description: 'Books', quantity: 1, rate: 50_00, tax_bps: 700 },
  ]
  const id = await send('2026-04-02', { items })
  await pay('2026-05-04', id, 17_25)
  const [april, june] = [
    { from: '2026-04-01', to: '2026-04-30' },
    { from: '2026-06-01', to: '2026-06-30' },
  ]
  await ownerOn('2026-06-05').invoices.writeOff({ id, reason: 'Insolvent' })
  // Nine tenths of 119.00 and 53.50 were never paid.
  expect(await taxedAt(1900, 'issued', april)).toEqual([100_00, 19_00, 1])
  expect(await taxedAt(1900, 'issued', june)).toEqual([-90_00, -17_10, 1])
  expect(await taxedAt(700, 'issued', june)).toEqual([-45_00, -3_15, 1])
  expect(await taxedAt(1900, 'paid', june)).toEqual([0, 0, 0])
  const rate = { tax_bps: 1900, tax_name: null, tax_category: 'standard' as const }
  const behind = await ownerOn('2026-12-31').finance.taxDocuments({
    ...{ ...june, ...rate, side: 'output', basis: 'issued' },
  })
  expect(behind.items.map(({ kind, net, tax }) => [kind, net + 0, tax + 0]).toSorted()).toEqual([
    ['write_off', -90_00, 0],
    ['write_off', 0, -17_10],
  ])

  await ownerOn('2026-07-01').invoices.undoWriteOff({ id })
  const july = { from: '2026-07-01', to: '2026-07-31' }
  expect(await taxedAt(1900, 'issued', july)).toEqual([90_00, 17_10, 1])
  expect(await taxedAt(700, 'issued', { from: '2026-01-01', to: '2026-12-31' })).toEqual([50_00, 3_50, 3])
})

test('an amount paid on a written-off invoice is taxed again, and the remaining losses keep their tax', async () => {
  const id = await send('2026-04-02', {})
  await ownerOn('2026-06-05').invoices.writeOff({ id, reason: 'Insolvent' })
  await ownerOn('2026-07-06').invoices.credit({ id, amount: 59_50, reason: 'Less', keep_as_credit: true })
  const year = { from: '2026-01-01', to: '2026-12-31' }
  // Of 100.00, 50.00 was credited; of a loss of 100.00, 50.00 was reversed.
  expect((await taxedAt(1900, 'issued', year)).slice(0, 2)).toEqual([0, 0])
})

test("exchange differences aren't sales by payment date", async () => {
  await callerAs(db, world.admin).platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' }],
  })
  const deposit = { client_id: world.home.client.clientId, amount: 100_00, currency: 'EUR' }
  const form = { ...deposit, method: 'bank' as const, request_id: crypto.randomUUID() }
  await ownerOn('2026-03-04').payments.recordManual(form)
  const { id } = await ownerOn('2026-03-05').invoices.save({
    client_id: world.home.client.clientId,
    title: 'Work',
    due_date: '2027-12-31',
    currency: 'EUR',
    booking_rate: '1.2',
    items: [{ description: 'Work', quantity: 1, rate: 84_03, tax_bps: 1900 }],
  })
  await ownerOn('2026-03-05').invoices.send({ id, apply_credit: true })
  const report = await ownerOn('2026-12-31').finance.taxReport({ basis: 'paid' })
  expect(report.output.map(({ tax_bps, gross }) => [tax_bps, gross])).toEqual([[1900, 120_00]])
  expect(report.by_currency.map(({ currency }) => currency)).toEqual(['EUR'])
})
