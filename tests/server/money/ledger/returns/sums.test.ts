import { expect, test } from 'vitest'
import { RETURN_DEFINITIONS } from '#server/money/ledger/returns/queries/tax-return.ts'
import { TAX_RETURNS, type TaxReturnDto } from '#shared/money/ledger/returns.ts'
import { TAX_BASES } from '#shared/money/ledger/taxes/tax-report.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { seeded } from '#tests/support/money/tax-arithmetic.ts'
import { type Books, baseSums, booksIn, YEAR_2026 } from '#tests/support/returns.ts'

const DOCUMENTS = 90
const BUYERS = [
  { country: 'DE' },
  { country: 'FR', tax_id: 'FR40303265045' },
  { country: 'FR' },
  { country: 'AT', tax_id: 'ATU 1234 5678' },
  { country: 'US', region: 'CA' },
  { country: 'GB', tax_id: 'GB123456789' },
  { country: null },
]
const RATES_TO_EUR = { EUR: undefined, USD: '0.9137', JPY: '0.00613', KWD: '2.9871' } as const
const PERIODS = [
  YEAR_2026,
  { from: '2026-01-01', to: '2026-03-31' },
  { from: '2026-04-01', to: '2026-06-30' },
  { from: '2026-07-01', to: '2026-12-31' },
  { from: '2026-08-01', to: '2026-08-31' },
]

/** A year of random documents, payments, credit notes, losses, refunds and expenses. */
async function randomYear(): Promise<Books> {
  const books = await booksIn('DE', 'EUR')
  const named = await Promise.all([
    books.rateOf('USt', 1900, 'standard'),
    books.rateOf('USt', 700, 'reduced'),
    books.rateOf('Zero', 0, 'zero'),
    books.rateOf('Exempt', 0, 'exempt'),
    books.rateOf('Reverse charge', 0, 'reverse_charge'),
    books.rateOf('Export', 0, 'export'),
    books.rateOf('Outside', 0, 'outside_scope'),
  ])
  const random = seeded(20_261_125)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const later = (month: number): string => `2026-${String(month + upTo(12 - month)).padStart(2, '0')}-28`
  for (let count = 0; count < casesHere(DOCUMENTS); count++) {
    const month = 1 + upTo(11)
    const day = `2026-${String(month).padStart(2, '0')}-${String(1 + upTo(26)).padStart(2, '0')}`
    const currency = any(Object.keys(RATES_TO_EUR) as (keyof typeof RATES_TO_EUR)[])
    const id = await books.send(day, any(BUYERS), {
      currency,
      booking_rate: RATES_TO_EUR[currency],
      prices_include_tax: random() < 0.3,
      items: Array.from({ length: 1 + upTo(2) }, () => ({
        description: 'Line',
        quantity: (1 + upTo(9000)) / 1000,
        rate: 1 + upTo(90_000),
        ...(random() < 0.7 ? { tax_rate_id: any(named) } : { tax_bps: any([0, 500, 1900, 2000, 2100]) }),
      })),
    })
    const { amount_due: due } = await books.reader.invoices.get({ id })
    const paid = any([0, upTo(due), due])
    if (paid > 0) await books.pay(later(month), id, paid)
    const open = due - paid
    if (open > 0 && random() < 0.4) {
      const amount = 1 + upTo(open - 1)
      await books.ownerOn(later(month)).invoices.credit({ id, amount, reason: 'Late' })
    }
    const left = (await books.reader.invoices.get({ id })).amount_due
    if (left > 0 && random() < 0.4) {
      await books.ownerOn(later(month)).invoices.writeOff({ id, reason: 'Insolvent' })
    }
    const tax = any([0, 1 + upTo(900)])
    const saved = await books.ownerOn(day).finance.saveExpense({
      category: 'software',
      description: 'Licence',
      spent_on: day,
      amount: 1000 + upTo(9000),
      tax_amount: tax,
      tax_bps: any([1900, 700, 2000]),
    })
    if (random() < 0.1) await books.ownerOn(day).finance.deleteExpense({ id: saved.id })
  }
  return books
}

const totals = ({ net, tax }: { net: number; tax: number }) => ({ net, tax })

/** Rows behind deducted tax have only tax. */
const sumOf = (figure = 'net') => (figure === 'net' ? 'net' : 'tax')

/** What the boxes and the rest add up, by side of the tax report. */
function addedUp({ kind, basis, boxes, rest }: TaxReturnDto) {
  const definition = RETURN_DEFINITIONS[kind]
  if (!('form' in definition)) throw new Error(`${kind} has no boxes`)
  const sums = { output: { net: 0, tax: 0 }, input: { net: 0, tax: 0 } }
  for (const { key, of } of definition.form.boxes) {
    // What counts by date of issue isn't in the report by payment.
    if (basis === 'paid' && of?.output?.some((group) => definition.form.byIssue?.includes(group))) continue
    const exact = boxes.find((box) => box.key === key)?.exact ?? 0
    for (const side of ['output', 'input'] as const) if (of?.[side]) sums[side][sumOf(of.figure)] += exact
  }
  for (const { key, side } of definition.form.rest) {
    if (side === 'purchases') continue
    const { net = 0, tax = 0 } = rest.find((found) => found.key === key) ?? {}
    sums[side].net += net
    sums[side].tax += tax
  }
  return sums
}

test("the boxes and the rest add up to the tax report, and each figure's rows add up to the figure", async () => {
  const books = await randomYear()
  let compared = 0
  for (const basis of TAX_BASES) {
    for (const period of PERIODS) {
      const asked = { ...period, basis }
      const report = await books.reader.finance.taxReport(asked)
      for (const kind of TAX_RETURNS) {
        const found = await books.declare({ ...asked, kind })
        if (found.output_total !== null) {
          // Some lists count by date of issue alone.
          const counted =
            found.basis === basis
              ? report
              : await books.reader.finance.taxReport({ ...asked, basis: found.basis })
          expect(found.output_total).toEqual(totals(counted.output_total))
          expect(found.input_total).toEqual(totals(counted.input_total))
        }
        if (found.table === null) {
          const { output, input } = addedUp(found)
          expect(output).toEqual(totals(report.output_total))
          expect(input.tax).toBe(report.input_total.tax)
        }
        if (period === PERIODS[0] || period === PERIODS[2]) compared += await compareRows(books, found)
      }
    }
  }
  expect(compared).toBeGreaterThan(60)
})

type Side = 'output' | 'input' | 'purchases' | 'losses' | 'relief'
const groupsOf = (of: Partial<Record<Side, readonly string[]>> = {}) =>
  [of.output, of.input, of.purchases, of.losses, of.relief].flatMap((groups) => groups ?? [])

/** Returns the number of figures with rows. */
async function compareRows(books: Books, found: TaxReturnDto): Promise<number> {
  const { kind, from, to, basis } = found
  const rowsOf = (key: string) => books.behind({ kind, from, to, basis, key })
  let compared = 0
  const definition = RETURN_DEFINITIONS[kind]
  for (const { key, exact, form, count } of found.boxes) {
    if (count === null || !('form' in definition)) continue
    const box = definition.form.boxes.find((candidate) => candidate.key === key)
    const rows = await rowsOf(key)
    // A document is one row, even if it has amounts in two groups of the box.
    if (groupsOf(box?.of).length === 1) expect([kind, key, rows.length]).toEqual([kind, key, count])
    expect([kind, key, baseSums(rows)[sumOf(box?.of?.figure)]]).toEqual([kind, key, exact])
    expect(form).toBe(box?.whole ? Math.trunc(exact / 100) * 100 + 0 : box?.onForm ? form : exact)
    compared += rows.length > 0 ? 1 : 0
  }
  for (const { key, net, tax, count } of found.rest) {
    const rows = await rowsOf(key)
    expect([kind, key, rows.length, baseSums(rows)]).toEqual([kind, key, count, { net, tax }])
    compared++
  }
  for (const { key, count } of found.table?.lines ?? []) {
    // A document is one row, even if more than one of its parts is in the line.
    const rows = await rowsOf(key)
    expect([kind, key, rows.length > 0 && rows.length <= count]).toEqual([kind, key, count > 0])
    compared++
  }
  return compared
}
