import { expect, test } from 'vitest'
import {
  type ContentValues,
  contentOf,
  defaultsFor,
  dueOn,
  emptyContent,
  emptyLine,
  NO_TAX,
  rateOptions,
  taxesOf,
  totalsOf,
  withDefaults,
  withProduct,
} from '#client/features/money/invoices/form/invoice-values.ts'
import type { LetterheadProfileDto, TaxRateDto } from '#shared/identity/letterhead/profile.ts'
import type { InvoiceItemDto } from '#shared/money/invoices/invoices.ts'
import { invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'

const rate = (id: string, name: string, bps: number, category: TaxRateDto['category']): TaxRateDto => ({
  id,
  name,
  bps,
  category,
  note: null,
  archived_at: null,
  version: 1,
})

const STANDARD = rate('0f8f5b4e-5d3c-4c2a-9c55-0d9d3a1a0001', 'VAT 19%', 1900, 'standard')
const REVERSE = rate('0f8f5b4e-5d3c-4c2a-9c55-0d9d3a1a0002', 'Reverse charge', 0, 'reverse_charge')

const PROFILE = {
  tax_rates: [STANDARD, REVERSE],
  archived_tax_rates: [] as TaxRateDto[],
  default_tax_rate_id: STANDARD.id,
  prices_include_tax: false,
  payment_terms: 14,
  notes: 'Thank you.',
} as LetterheadProfileDto
const AGENCY = { profile: PROFILE, currency: 'USD' }

const taxOf = ({ id, bps }: TaxRateDto) => ({ tax_rate_id: id, tax_bps: bps })

test("starts a new invoice with the agency's defaults, then the selected client's", () => {
  const agency = defaultsFor(null, AGENCY)
  expect(agency).toEqual({ currency: 'USD', tax: taxOf(STANDARD), payment_terms: 14 })
  const abroad = { billing_currency: 'EUR', default_tax_rate_id: REVERSE.id, payment_terms: 30 }
  const client = defaultsFor(abroad, AGENCY)
  expect(client).toEqual({ currency: 'EUR', tax: taxOf(REVERSE), payment_terms: 30 })
  const nothing = { billing_currency: null, default_tax_rate_id: null, payment_terms: null }
  expect(defaultsFor(nothing, AGENCY)).toEqual(agency)
  expect(defaultsFor({ ...nothing, payment_terms: 0 }, AGENCY).payment_terms).toBe(0)
})

const ARCHIVED = {
  ...PROFILE,
  tax_rates: [STANDARD],
  archived_tax_rates: [{ ...REVERSE, archived_at: '2026-01-01T00:00:00.000Z' }],
}

test("uses a client's or product's own rate even if it is archived", () => {
  const abroad = { billing_currency: null, default_tax_rate_id: REVERSE.id, payment_terms: null }
  expect(defaultsFor(abroad, { profile: ARCHIVED, currency: 'USD' }).tax).toEqual(taxOf(REVERSE))
  const product = { name: 'Hosting', unit: 'month', rate: 2500, tax_rate_id: REVERSE.id }
  const choice = { rates: rateOptions(ARCHIVED), defaultTax: taxOf(STANDARD) }
  expect(withProduct([], product, choice)).toMatchObject([taxOf(REVERSE)])
})

test('applies payment terms across month ends', () => {
  expect(dueOn('2026-01-31', { payment_terms: 30 })).toBe('2026-03-02')
  expect(dueOn('2026-01-31', { payment_terms: 0 })).toBe('2026-01-31')
})

test("applies the agency's notes and tax-inclusive prices from the start", () => {
  const content = emptyContent(defaultsFor(null, AGENCY), { ...PROFILE, prices_include_tax: true })
  expect(content).toMatchObject({ notes: 'Thank you.', prices_include_tax: true, items: [taxOf(STANDARD)] })
})

test('replaces defaults when the client changes, but not edited values', () => {
  const before = defaultsFor(null, AGENCY)
  const after = { currency: 'EUR', tax: taxOf(REVERSE), payment_terms: 30 }
  const empty = emptyContent(before)
  expect(withDefaults(empty, before, after)).toMatchObject({ currency: 'EUR', items: [taxOf(REVERSE)] })

  const typed = { ...emptyLine({ tax_rate_id: null, tax_bps: 700 }), rate: 100 }
  const priced: ContentValues = { ...empty, items: [typed, emptyLine(before.tax)] }
  const kept = withDefaults(priced, before, after)
  expect(kept.currency).toBe('USD')
  expect(kept.items).toMatchObject([{ tax_rate_id: null, tax_bps: 700, rate: 100 }, taxOf(REVERSE)])
  expect(withDefaults({ ...empty, currency: 'JPY' }, before, after).currency).toBe('JPY')
})

const item = (fields: Partial<InvoiceItemDto>): InvoiceItemDto =>
  ({
    description: 'Work',
    quantity: 1.5,
    unit: 'hour',
    rate: 9000,
    discount_bps: 1000,
    tax_rate_id: STANDARD.id,
    project_id: null,
    tax_bps: 1900,
    tax_name: 'VAT 19%',
    tax_category: 'standard',
    tax_note: null,
    amount: 12_150,
    discount: 0,
    net: 12_150,
    tax: 2309,
    ...fields,
  }) as InvoiceItemDto

const SAVED = {
  client_id: '0f8f5b4e-5d3c-4c2a-9c55-0d9d3a1a0009',
  project_id: null,
  title: 'May',
  description: null,
  notes: 'Thanks',
  purchase_order: 'PO-7',
  currency: 'EUR',
  prices_include_tax: true,
  discount_given: { type: 'percent' as const, value: 500 },
  items: [item({}), item({ tax_rate_id: null, tax_bps: 700, tax_name: null, unit: null, discount_bps: 0 })],
}

test('round-trips a saved draft through the form', () => {
  const values = contentOf(SAVED)
  const sent = invoiceSaveInput.parse({ ...values, due_date: '2026-04-03', supply_from: '2026-03-01' })
  expect(sent).toMatchObject({
    client_id: SAVED.client_id,
    purchase_order: 'PO-7',
    notes: 'Thanks',
    description: null,
    prices_include_tax: true,
    discount: SAVED.discount_given,
    supply_from: '2026-03-01',
    supply_to: null,
  })
  for (const [index, line] of SAVED.items.entries()) {
    const { description, quantity, unit, rate, discount_bps, tax_rate_id, tax_bps } = line
    expect(sent.items[index]).toMatchObject({
      description,
      quantity,
      unit,
      rate,
      discount_bps,
      tax_rate_id,
      tax_bps,
    })
  }
})

test.each([
  ['2026-03-10', '2026-03-01'],
  [null, '2026-03-01'],
])('rejects a supply period from %s to %s', (supply_from, supply_to) => {
  const input = { ...contentOf(SAVED), due_date: '2026-04-03', supply_from, supply_to }
  expect(invoiceSaveInput.safeParse(input).error?.issues[0]?.path).toEqual(['supply_to'])
})

test('marks archived rates, which are only offered where they are used', () => {
  expect(rateOptions(ARCHIVED).map(({ id, label, archived }) => [id, label, archived])).toEqual([
    [STANDARD.id, 'VAT 19%', false],
    [REVERSE.id, 'Reverse charge (archived)', true],
  ])
})

test("fills an empty last line with a product or adds one, and prefers the product's rate", () => {
  const rates = rateOptions(PROFILE)
  const choice = { rates, defaultTax: taxOf(STANDARD) }
  const product = { name: 'Hosting', unit: 'month', rate: 2500, tax_rate_id: REVERSE.id }
  const hosting = { description: 'Hosting', unit: 'month', rate: 2500, quantity: 1, ...taxOf(REVERSE) }
  const once = withProduct([emptyLine(NO_TAX)], product, choice)
  expect(once).toMatchObject([hosting])
  const twice = withProduct(once, { ...product, unit: null, tax_rate_id: null }, choice)
  expect(twice).toMatchObject([hosting, { description: 'Hosting', unit: '', ...taxOf(STANDARD) }])
})

test('summarizes taxes by rate with their net amounts, also for tax-inclusive prices', () => {
  const rates = rateOptions(PROFILE)
  const line = (tax: TaxRateDto | null, amount: number) => ({
    ...emptyLine(tax === null ? NO_TAX : taxOf(tax)),
    rate: amount,
  })
  const content: ContentValues = {
    ...emptyContent({ currency: 'EUR', tax: NO_TAX }),
    prices_include_tax: true,
    items: [line(STANDARD, 11_900), line(REVERSE, 5000), line(STANDARD, 23_800)],
  }
  const totals = totalsOf(content, 'line')
  expect(totals).toMatchObject({ subtotal: 40_700, tax: 5700, total: 40_700 })
  expect(taxesOf(content.items, totals, rates)).toMatchObject([
    { label: 'VAT 19%', net: 30_000, tax: 5700 },
    { label: 'Reverse charge', net: 5000, tax: 0 },
  ])
  const untaxed = [line(null, 100)]
  expect(taxesOf(untaxed, totalsOf({ ...content, items: untaxed }, 'line'), rates)).toEqual([])
  const typed = [{ ...emptyLine({ tax_rate_id: null, tax_bps: 775 }), rate: 10_000 }]
  const [part] = taxesOf(
    typed,
    totalsOf({ ...content, prices_include_tax: false, items: typed }, 'line'),
    rates,
  )
  expect(part).toMatchObject({ label: 'Tax 7.75%', net: 10_000, tax: 775 })
})
