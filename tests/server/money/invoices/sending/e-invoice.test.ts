import { inflateSync } from 'node:zlib'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { type EInvoiceContent, renderEInvoice, toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import { fromThousandths, hoursInThousandths } from '#shared/base/amounts/money.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { eInvoiceProblems } from '#shared/money/invoices/e-invoice/problems.ts'
import { paperOf } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { documentOf } from './e-invoice-document.ts'
import { brokenRules } from './en16931-rules.ts'

const taxedAt = (tax_category: TaxCategory, tax_bps = 0) => ({
  tax_category,
  tax_bps,
  tax_name: tax_category as string,
})

const RATES = [
  taxedAt('standard', 1900),
  taxedAt('standard', 2100),
  taxedAt('reduced', 700),
  taxedAt('reduced', 550),
  taxedAt('standard', 887.5),
  { ...taxedAt('standard', 1900), tax_name: 'USt 19 %' },
  taxedAt('reduced', 1900),
  taxedAt('zero'),
  taxedAt('exempt'),
  taxedAt('reverse_charge'),
  taxedAt('export'),
]

const timeOf = (seconds: number) => ({
  unit: 'hour',
  seconds,
  quantity: fromThousandths(hoursInThousandths(seconds)),
})

const line = fc
  .record({
    description: fc.constantFrom('Design', 'Hosting', 'Przegląd & <Korrektur>'),
    quantity: fc.integer({ min: 1, max: 400_000 }).map((thousandths) => thousandths / 1000),
    unit: fc.constantFrom(null, 'hours', 'pages'),
    rate: fc.oneof(
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 0, max: 500_000_000 }).map((parts) => parts / 10_000),
    ),
    discount_bps: fc.constantFrom(0, 0, 250, 10_000),
    taxed: fc.constantFrom(...RATES),
    // Whole minutes, seconds, or no time.
    time: fc.option(
      fc.oneof(
        fc.integer({ min: 1, max: 6000 }).map((minutes) => minutes * 60),
        fc.integer({ min: 1, max: 90_000 }),
      ),
    ),
  })
  .map(({ taxed, time, ...rest }) => ({ ...rest, ...taxed, ...(time !== null && timeOf(time)) }))

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

describe('figures', () => {
  test('500 random documents satisfy the rules of EN 16931', () => {
    fc.assert(
      fc.property(given, fc.constantFrom(0, 37, 100), (values, prepaidPercent) => {
        const whole = documentOf(values)
        const document = { ...whole, prepaid: Math.floor((whole.amount * prepaidPercent) / 100) }
        expect(eInvoiceProblems(document, 'peppol')).toEqual([])
        expect(brokenRules(toUbl(contentOf(document)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the rules detect a difference of one cent in a line, discount, tax and total', () => {
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

test('two names for one rate make one breakdown and one discount', () => {
  const vat = { description: 'Work', quantity: 1, rate: 100_00, ...taxedAt('standard', 1900) }
  const document = documentOf({
    items: [vat, { ...vat, tax_name: 'USt 19 %' }, { ...vat, tax_name: 'VAT', tax_category: 'reduced' }],
    discount_given: { type: 'amount', value: 30_00 },
  })
  const invoice = toUbl(contentOf(document))['ubl:Invoice']
  expect(invoice['cac:TaxTotal'][0]).toMatchObject({
    'cbc:TaxAmount': '51.30',
    'cac:TaxSubtotal': [
      {
        'cbc:TaxableAmount': '270.00',
        'cbc:TaxAmount': '51.30',
        'cac:TaxCategory': { 'cbc:ID': 'S', 'cbc:Percent': '19' },
      },
    ],
  })
  expect(invoice['cac:AllowanceCharge']).toMatchObject([{ 'cbc:Amount': '30.00' }])
  expect(brokenRules(toUbl(contentOf(document)))).toEqual([])
  const exempt = { ...vat, ...taxedAt('exempt'), tax_name: 'Exempt' }
  const explained = documentOf({
    items: [
      { ...exempt, tax_note: '§ 4 Nr. 14 UStG' },
      { ...exempt, tax_name: 'Training', tax_note: '§ 4 Nr. 21 UStG' },
    ],
  })
  const [{ 'cac:TaxSubtotal': subtotals } = {}] = toUbl(contentOf(explained))['ubl:Invoice']['cac:TaxTotal']
  expect(subtotals).toMatchObject([
    { 'cac:TaxCategory': { 'cbc:TaxExemptionReason': '§ 4 Nr. 14 UStG § 4 Nr. 21 UStG' } },
  ])
})

test.each([
  { seconds: 1200, amount: '30.00', quantity: ['20', 'MIN'], price: ['90.00', '60'] },
  { seconds: 5400, amount: '135.00', quantity: ['1.5', 'HUR'], price: ['90.00'] },
  { seconds: 57_600, amount: '1440.00', quantity: ['16', 'HUR'], price: ['90.00'] },
  { seconds: 40, amount: '1.00', quantity: ['40', 'SEC'], price: ['90.00', '3600'] },
  // A price per hour would differ from the rounded amount.
  { seconds: 1, amount: '0.03', quantity: ['1', 'SEC'], price: ['0.03'] },
])(
  '$seconds seconds at 90.00 are $amount, in hours or whole minutes if possible',
  ({ seconds, amount, quantity, price }) => {
    const document = documentOf({
      items: [{ description: 'Call', rate: 90_00, ...timeOf(seconds), ...taxedAt('standard', 1900) }],
    })
    expect(toUbl(contentOf(document))['ubl:Invoice']['cac:InvoiceLine']).toMatchObject([
      {
        'cbc:LineExtensionAmount': amount,
        'cbc:InvoicedQuantity': quantity[0],
        'cbc:InvoicedQuantity@unitCode': quantity[1],
        'cac:Price': { 'cbc:PriceAmount': price[0], ...(price[1] && { 'cbc:BaseQuantity': price[1] }) },
      },
    ])
  },
)

test.each([
  ['IT', 'RSSMRA80A01H501U', false],
  ['IT', 'FRRMRC70A01F205X', false],
  ['DE', 'INAB123', false],
  ['IT', 'IT00743110157', true],
  ['GR', 'EL094259216', true],
  ['GB', 'GBGD001', true],
  ['GB', 'XIGD001', true],
  // A branch registered in another country.
  ['US', 'ATU13585627', true],
  ['CH', 'FR40303265045', true],
  ['CH', 'FRAB123456789', true],
  ['IE', 'GBHA599', true],
])('whether the tax ID of a client in %s, %s, is a VAT number: %s', (country, tax_id, isVat) => {
  const { parties, ...rest } = documentOf({})
  const document = { ...rest, parties: { ...parties, buyer: { ...parties.buyer, country, tax_id } } }
  const party = toUbl(contentOf(document))['ubl:Invoice']['cac:AccountingCustomerParty']
  const scheme = isVat ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': tax_id } } : {}
  expect(party).toMatchObject({ 'cac:Party': scheme })
  expect('cac:PartyTaxScheme' in (party as { 'cac:Party': object })['cac:Party']).toBe(isVat)
})

const MIXED = documentOf({
  items: [
    { description: 'Design', quantity: 12.5, unit: 'hours', rate: 9000, ...taxedAt('standard', 1900) },
    { description: 'Print', quantity: 3, rate: 4999, discount_bps: 1000, ...taxedAt('reduced', 700) },
    { description: 'Call', rate: 90_00, ...timeOf(1200), ...taxedAt('standard', 1900) },
    { description: 'Chat', rate: 90_00, ...timeOf(40), ...taxedAt('standard', 1900) },
    { description: 'Consulting', quantity: 1, rate: 50_000, ...taxedAt('reverse_charge') },
  ],
  discount_given: { type: 'percent', value: 500 },
  supply_from: '2026-02-01',
  supply_to: '2026-02-28',
})

const EXAMPLES: [string, InvoiceDocumentDto][] = [
  ['a deposit deducted', { ...MIXED, prepaid: 500_00 }],
  ['multiple rates, discounts and a period', MIXED],
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

const EVIL = `</cbc:Note><cbc:ID>x</cbc:ID><!--]]>&amp;"'\u0001\u000b\u001b\uFFFE<![CDATA[`

test.each(['peppol', 'xrechnung', 'factur_x'] as const)(
  'names and notes appear in %s without characters invalid in XML',
  async (format) => {
    const plain = documentOf({})
    const { seller, buyer } = plain.parties
    const document = {
      ...plain,
      title: EVIL,
      notes: EVIL,
      purchase_order: EVIL,
      items: plain.items.map((item) => ({ ...item, description: `Work ${EVIL}` })),
      parties: {
        ...plain.parties,
        seller: { ...seller, name: `Studio ${EVIL}`, company: `Studio ${EVIL}` },
        buyer: { ...buyer, name: `Buyer ${EVIL}`, company: `Buyer ${EVIL}`, buyer_reference: EVIL },
      },
    }
    const pdf = format === 'factur_x' ? await renderInvoicePdf(paperOf(document)) : null
    const bytes = await renderEInvoice(contentOf(document, { format, pdf }))
    const xml = format === 'factur_x' ? (await extractXml(bytes)).xml : Buffer.from(bytes).toString('utf8')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML 1.0 does not allow
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF]/)
    expect(xml).toContain('&lt;/cbc:Note')
    expect(xml).not.toContain('</cbc:Note><cbc:ID>')
    expect(xml).not.toContain('<!--')
    expect(xml).not.toContain('<![CDATA[')
  },
)

describe.each(EXAMPLES)('%s', (_, document) => {
  test('as Factur-X: a PDF/A-3 with XML valid by its schema', async () => {
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
    const { currency, amount, prepaid, kind, number } = document
    expect(xml).toContain(
      `<cbc:PayableAmount currencyID="${currency}">${((amount - prepaid) / 100).toFixed(2)}<`,
    )
    expect(xml).toContain(kind === 'invoice' ? '<Invoice xmlns=' : '<CreditNote xmlns=')
    expect(xml).toContain(`<cbc:ID>${number}</cbc:ID>`)
    expect(xml).toContain(format === 'xrechnung' ? 'kosit:xrechnung_3.0' : 'peppol.eu:2017:poacc:billing:3.0')
  })
})

/** A PDF's objects as text, including compressed streams. */
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

test('Factur-X meets PDF/A-3: marker, colors, fonts, a typed attachment and no scripts', async () => {
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

test('rendering the same document gives the same bytes', async () => {
  const pdf = await renderInvoicePdf(paperOf(MIXED))
  const render = () => renderEInvoice(contentOf(MIXED, { format: 'factur_x', pdf }))
  const first = Buffer.from(await render())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(Buffer.from(await render()).equals(first)).toBe(true)
})

describe('missing data is described', () => {
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
      without({ country: 'DE', phone: null, email: null }),
      ['Your agency needs a phone number.', 'Your agency needs an email address.'],
    ],
    ['peppol', without({ country: 'NL', registration_number: '12345678', phone: null, email: null }), []],
    [
      'peppol',
      without({}, { electronic_address: 'somewhere' }),
      ['The client needs an electronic address such as 0204:991-12345-06.'],
    ],
    [
      'factur_x',
      documentOf({ currency: 'KWD' }),
      ['E-invoices need a currency with two decimals, unlike KWD.'],
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
      ['Lines outside the scope of tax can’t be combined with lines of “Standard rate”.'],
    ],
  ]
  test.each(cases)('%s', (format, document, problems) => {
    expect(eInvoiceProblems(document, format)).toEqual(problems)
  })
})
