import { inflateSync } from 'node:zlib'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderInvoicePdf } from '#server/adapters/documents.ts'
import { type EInvoiceContent, renderEInvoice, toUbl } from '#server/adapters/e-invoice.ts'
import { eInvoiceProblems } from '#server/adapters/e-invoice-problems.ts'
import type { EInvoiceFormat } from '#shared/e-invoices.ts'
import { paperOf } from '#shared/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import type { TaxCategory } from '#shared/taxes.ts'
import { documentOf } from './e-invoice-document.ts'
import { brokenRules } from './en16931-rules.ts'

const taxedAt = (tax_category: TaxCategory, tax_bps = 0) => ({
  tax_category,
  tax_bps,
  tax_name: tax_category,
})

const RATES = [
  taxedAt('standard', 1900),
  taxedAt('standard', 2100),
  taxedAt('reduced', 700),
  taxedAt('reduced', 550),
  taxedAt('zero'),
  taxedAt('exempt'),
  taxedAt('reverse_charge'),
  taxedAt('export'),
]

const line = fc
  .record({
    description: fc.constantFrom('Design', 'Hosting', 'Przegląd & <Korrektur>'),
    quantity: fc.integer({ min: 1, max: 400_000 }).map((thousandths) => thousandths / 1000),
    unit: fc.constantFrom(null, 'hours', 'pages'),
    rate: fc.integer({ min: 0, max: 500_000 }),
    discount_bps: fc.constantFrom(0, 0, 250, 10_000),
    taxed: fc.constantFrom(...RATES),
  })
  .map(({ taxed, ...rest }) => ({ ...rest, ...taxed }))

const given = fc.record({
  currency: fc.constantFrom('EUR', 'USD', 'PLN'),
  items: fc.array(line, { minLength: 1, maxLength: 8 }),
  prices_include_tax: fc.boolean(),
  kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
  discount_given: fc.oneof(
    fc.constant({ type: 'none' as const, value: 0 }),
    fc.record({ type: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ type: fc.constant('amount' as const), value: fc.integer({ min: 0, max: 200_000 }) }),
  ),
})

const contentOf = (document: InvoiceDocumentDto, rest: Partial<EInvoiceContent> = {}): EInvoiceContent => ({
  document,
  format: 'peppol',
  pdf: null,
  ...rest,
})

describe('the figures', () => {
  test('500 random documents keep the rules of EN 16931', () => {
    fc.assert(
      fc.property(given, (values) => {
        const document = documentOf(values)
        expect(eInvoiceProblems(document, 'peppol')).toEqual([])
        expect(brokenRules(toUbl(contentOf(document)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the rules notice a cent: in a line, the discount, the tax and the total', () => {
    const ubl = toUbl(contentOf(documentOf({ discount_given: { type: 'amount', value: 500 } })))
    const changed = (change: (invoice: (typeof ubl)['ubl:Invoice']) => void) => {
      const copy = structuredClone(ubl)
      change(copy['ubl:Invoice'])
      return brokenRules(copy)
    }
    expect(brokenRules(ubl)).toEqual([])
    expect(
      changed((invoice) =>
        Object.assign(invoice['cac:InvoiceLine'][0] ?? {}, { 'cbc:LineExtensionAmount': '1125.01' }),
      ),
    ).toContain('BR-CO-10')
    expect(
      changed((invoice) =>
        Object.assign(invoice['cac:AllowanceCharge']?.[0] ?? {}, { 'cbc:Amount': '5.01' }),
      ),
    ).toContain('BR-CO-11')
    expect(
      changed((invoice) => Object.assign(invoice['cac:TaxTotal'][0] ?? {}, { 'cbc:TaxAmount': '212.81' })),
    ).toContain('BR-CO-14')
    expect(
      changed((invoice) => Object.assign(invoice['cac:LegalMonetaryTotal'], { 'cbc:PayableAmount': '1.00' })),
    ).toContain('BR-CO-16')
  })
})

const MIXED = documentOf({
  items: [
    { description: 'Design', quantity: 12.5, unit: 'hours', rate: 9000, ...taxedAt('standard', 1900) },
    { description: 'Print', quantity: 3, rate: 4999, discount_bps: 1000, ...taxedAt('reduced', 700) },
    { description: 'Consulting', quantity: 1, rate: 50_000, ...taxedAt('reverse_charge') },
  ],
  discount_given: { type: 'percent', value: 500 },
  supply_from: '2026-02-01',
  supply_to: '2026-02-28',
})

const EXAMPLES: [string, InvoiceDocumentDto][] = [
  ['several rates, discounts and a period', MIXED],
  ['prices that include the tax', documentOf({ prices_include_tax: true, supply_from: '2026-03-01' })],
  [
    'a credit note in dollars',
    documentOf({
      kind: 'credit_note',
      number: 'CN-1001',
      currency: 'USD',
      credited: { number: 'INV-1001', issued_on: '2026-02-01' },
      tax_in_base: { currency: 'EUR', rate: '0.9', amount: 19_000 },
    }),
  ],
]

describe.each(EXAMPLES)('%s', (_, document) => {
  test('as Factur-X: a PDF/A-3 that holds XML by its schema', async () => {
    const pdf = await renderInvoicePdf(paperOf(document))
    const bytes = await renderEInvoice(contentOf(document, { format: 'factur_x', pdf }))
    const { xml } = await extractXml(bytes)
    const { valid, errors } = await validateXsd(xml, Profile.EN16931)
    expect({ valid, errors }).toEqual({ valid: true, errors: [] })
    expect(xml).toContain('urn:cen.eu:en16931:2017')
  })

  test.each(['xrechnung', 'peppol'] as const)('as %s: the figures of the document', async (format) => {
    const bytes = await renderEInvoice(contentOf(document, { format }))
    const xml = Buffer.from(bytes).toString()
    const { currency, amount, kind, number } = document
    expect(xml).toContain(`<cbc:PayableAmount currencyID="${currency}">${(amount / 100).toFixed(2)}<`)
    expect(xml).toContain(kind === 'invoice' ? '<Invoice xmlns=' : '<CreditNote xmlns=')
    expect(xml).toContain(`<cbc:ID>${number}</cbc:ID>`)
    expect(xml).toContain(format === 'xrechnung' ? 'kosit:xrechnung_3.0' : 'peppol.eu:2017:poacc:billing:3.0')
  })
})

/** A PDF's objects as text, those in compressed streams, too. */
function objectsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return stream
    }
  })
  return [text, ...streams].join('\n')
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

test('Factur-X has what PDF/A-3 asks for: its mark, colours, fonts, an attachment with its role, no script', async () => {
  const pdf = await renderInvoicePdf(paperOf(MIXED))
  const objects = objectsOf(Buffer.from(await renderEInvoice(contentOf(MIXED, { format: 'factur_x', pdf }))))
  expect(objects).toMatch(/<pdfaid:part>3<[\s\S]*<pdfaid:conformance>B</)
  expect(objects).toContain('EN 16931')
  expect(objects).toContain('GTS_PDFA1')
  expect(objects).toMatch(/\/AFRelationship \/(Alternative|Data)/)
  const fonts = count(objects, /\/Type \/FontDescriptor/g)
  expect(fonts).toBeGreaterThan(0)
  expect(count(objects, /\/FontFile[23]? /g)).toBe(fonts)
  expect(objects).not.toMatch(/\/JavaScript|\/Encrypt|\/Launch/)
})

test('the same document is the same bytes, whenever it is rendered', async () => {
  const pdf = await renderInvoicePdf(paperOf(MIXED))
  const render = () => renderEInvoice(contentOf(MIXED, { format: 'factur_x', pdf }))
  const first = Buffer.from(await render())
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(Buffer.from(await render()).equals(first)).toBe(true)
})

describe('what is missing is said in words', () => {
  const { parties } = MIXED
  const without = (seller: object, buyer: object = {}) =>
    documentOf({
      parties: {
        ...parties,
        seller: { ...parties.seller, ...seller },
        buyer: { ...parties.buyer, ...buyer },
      },
    })
  const cases: [EInvoiceFormat, InvoiceDocumentDto, string[]][] = [
    ['factur_x', without({ country: null }), ['Your agency needs a country.']],
    ['factur_x', without({ tax_id: null }), ['Your agency needs a tax ID.']],
    ['xrechnung', without({ phone: null }), ['Your agency needs a phone number.']],
    ['xrechnung', without({}, { city: null }), ['The client needs a city.']],
    [
      'xrechnung',
      without({}, { buyer_reference: null }),
      ['The client needs a buyer reference (Leitweg-ID).'],
    ],
    ['peppol', without({}, { electronic_address: null }), ['The client needs a Peppol address.']],
    [
      'peppol',
      without({}, { electronic_address: 'somewhere' }),
      ['The client needs an electronic address such as 0204:991-12345-06.'],
    ],
    [
      'factur_x',
      documentOf({ currency: 'KWD' }),
      ['E-invoices need a currency with two decimals, which KWD isn’t.'],
    ],
    [
      'factur_x',
      documentOf({ items: [{ description: 'Work', quantity: 1, rate: 100 }] }),
      ['Line 1 needs a tax rate.'],
    ],
    [
      'factur_x',
      documentOf({
        items: [
          { description: 'Fee', quantity: 1, rate: 100, ...taxedAt('outside_scope') },
          { description: 'Work', quantity: 1, rate: 100, ...taxedAt('standard', 1900) },
        ],
      }),
      ['Lines outside the scope of tax can’t stand beside lines of “Standard rate”.'],
    ],
  ]
  test.each(cases)('%s', (format, document, problems) => {
    expect(eInvoiceProblems(document, format)).toEqual(problems)
  })
})
