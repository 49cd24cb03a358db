import { extractXml } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { renderEInvoice, toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import { CODE_LISTS } from '#server/base/adapters/documents/e-invoice-codes.ts'
import { CURRENCIES } from '#shared/base/amounts/currencies.ts'
import { calculateTotals, toThousandths } from '#shared/base/amounts/money.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import { COUNTRY_CODES } from '#shared/base/countries.ts'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import { UNITS } from '#shared/identity/letterhead/profile.ts'
import { ADDRESS_SCHEMES } from '#shared/money/invoices/e-invoice/electronic-addresses.ts'
import { eInvoiceProblems } from '#shared/money/invoices/e-invoice/problems.ts'
import { paperOf } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { documentOf } from '../sending/e-invoice-document.ts'
import { brokenRules } from '../sending/en16931-rules.ts'
import { brokenPartyRules } from './en16931-parties.ts'

const NUMBERS: Record<string, { tax: string[]; register: string[]; address: string[] }> = {
  DE: { tax: ['DE123456788', '12/345/67890'], register: ['HRB 12345'], address: ['0204:991-12345-06'] },
  NL: { tax: ['NL123456782B12', '123456782'], register: ['KvK 12345678', '77'], address: ['0106:12345678'] },
  FR: { tax: ['FR83404833048'], register: ['404833048'], address: ['0002:404833048'] },
  IT: {
    tax: ['IT00743110157', '00743110157', '123'],
    register: ['MI-123456'],
    address: ['0211:IT00743110157'],
  },
  ES: { tax: ['ESX1234567X', 'B58378431'], register: ['B58378431'], address: ['9920:ESX1234567X'] },
  AT: { tax: ['ATU13585627', '12 345/6789'], register: ['FN 12345a'], address: ['9915:b'] },
  BE: { tax: ['BE0428759497'], register: ['0428759497'], address: ['0208:0428759497', '0208:0428759499'] },
  GB: { tax: ['GB980780684', '1234567890'], register: ['01234567'], address: ['0088:5060012349998'] },
  NO: { tax: ['NO 995 525 828 MVA', '995525828'], register: ['995525828'], address: ['0192:995525828'] },
  DK: { tax: ['DK13585628'], register: ['CVR 13585628', '135'], address: ['0184:13585628'] },
  SE: {
    tax: ['SE556035718701', '5560357187'],
    register: ['556035-7187', '55'],
    address: ['0007:5560357187'],
  },
  IS: { tax: ['IS12345'], register: ['490303-2390', '49'], address: ['0196:4903032390'] },
  GR: { tax: ['EL094259216'], register: ['12345'], address: ['9933:EL094259216'] },
  US: { tax: ['98-7654321'], register: ['DE-12345'], address: ['9959:987654321', '9999:1'] },
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 })

const partyIn = (country: string): fc.Arbitrary<Party> => {
  const { tax, register, address } = NUMBERS[country] ?? { tax: [], register: [], address: [] }
  return fc.record({
    name: fc.constant('Ada'),
    company: maybe(fc.constant('Ada GmbH')),
    address: maybe(fc.constantFrom('Street 1', 'Street 1\nYard')),
    postal_code: maybe(fc.constant('12345')),
    city: maybe(fc.constant('Town')),
    region: fc.constant(null),
    country: fc.constant(country),
    tax_id: maybe(fc.constantFrom(...tax)),
    registration_number: maybe(fc.constantFrom(...register)),
    electronic_address: maybe(fc.constantFrom(...address)),
    buyer_reference: maybe(fc.constant('04011000-12345-34')),
    email: maybe(fc.constant('a@b.example')),
    phone: maybe(fc.constant('+49 40 123456')),
  })
}

const country = fc.constantFrom(...Object.keys(NUMBERS))
const traders = fc
  .tuple(country, country, fc.boolean())
  .chain(([seller, other, same]) => fc.tuple(partyIn(seller), partyIn(same ? seller : other)))

const rate = fc.constantFrom<[TaxCategory, number]>(
  ...([
    ['standard', 2500],
    ['standard', 1900],
    ['zero', 0],
    ['exempt', 0],
  ] as [TaxCategory, number][]),
  ...([
    ['reverse_charge', 0],
    ['export', 0],
    ['outside_scope', 0],
  ] as [TaxCategory, number][]),
)

const sold = ([tax_category, tax_bps]: [TaxCategory, number]) => ({
  ...{ description: 'Design', quantity: 2, unit: 'hour', rate: 9000 },
  ...{ tax_category, tax_bps, tax_name: 'Tax', tax_note: 'Because' },
})

const between = (seller: Partial<Party>, buyer: Partial<Party>, rest: Partial<InvoiceDocumentDto> = {}) => {
  const document = documentOf({ currency: 'EUR', ...rest })
  const { parties } = document
  return {
    ...document,
    parties: {
      ...parties,
      seller: { ...parties.seller, ...seller },
      buyer: { ...parties.buyer, ...buyer },
    },
  }
}

test('a document without problems violates no rule about its parties', () => {
  const complete = new Set<string>()
  fc.assert(
    fc.property(
      traders,
      fc.array(rate, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('EUR', 'EUR', 'DKK'),
      fc.constantFrom('invoice' as const, 'credit_note' as const),
      maybe(fc.constant('DE75512108001245126199')),
      fc.constantFrom('peppol' as const, 'xrechnung' as const, 'factur_x' as const),
      ([seller, buyer], rates, currency, kind, iban, format) => {
        const document = between(seller, buyer, { currency, kind })
        const items = documentOf({ items: rates.map(sold) }).items
        const bank = { account_holder: null, iban, bic: null, bank_name: null }
        const sent = { ...document, items, parties: { ...document.parties, bank } }
        if (eInvoiceProblems(sent, format).length > 0) return
        complete.add(`${seller.country} ${format}`)
        expect(brokenPartyRules(toUbl({ document: sent, format, pdf: null }), format)).toEqual([])
      },
    ),
    { numRuns: 20_000 },
  )
  expect(complete.size).toBeGreaterThan(30)
})

describe('books in another currency', () => {
  const bookedIn = (currency: string, amount = 5705) =>
    between({}, {}, { tax_in_base: { currency, rate: '0.33', amount } })
  const taxOf = (currency: string, amount?: number) => {
    const { 'ubl:Invoice': invoice } = toUbl({
      document: bookedIn(currency, amount),
      format: 'peppol',
      pdf: null,
    })
    const [, inBase = {}] = invoice['cac:TaxTotal'] as Record<string, unknown>[]
    return [invoice['cbc:TaxCurrencyCode'], inBase['cbc:TaxAmount']]
  }

  test.each([...CURRENCIES])('may be in %s', (currency) => {
    const document = bookedIn(currency)
    expect(eInvoiceProblems(document, 'peppol')).toEqual([])
    expect(brokenRules(toUbl({ document, format: 'peppol', pdf: null }))).toEqual([])
  })

  test('have at most two decimals, and a currency that the lists have', () => {
    expect(taxOf('KWD')).toEqual(['KWD', '5.71'])
    expect(taxOf('KWD', 5704)).toEqual(['KWD', '5.7'])
    expect(taxOf('JPY', 620)).toEqual(['JPY', '620'])
    expect(taxOf('STN')).toEqual([undefined, undefined])
  })

  test.each(['KWD', 'STN'])('are accepted by the library in %s', async (currency) => {
    for (const format of ['xrechnung', 'peppol'] as const) {
      const file = await renderEInvoice({ document: bookedIn(currency), format, pdf: null })
      expect(Buffer.from(file).toString()).toContain('TaxTotal')
    }
  })
})

describe('each fatal rule has a message', () => {
  const DUTCH = { country: 'NL', tax_id: 'NL123456782B12', electronic_address: '0106:12345678' }
  const GERMAN = { country: 'DE', tax_id: 'DE123456788' }
  const items = (category: TaxCategory) => documentOf({ items: [sold([category, 0])] }).items
  test.each<[rule: string, InvoiceDocumentDto, problem: string]>([
    [
      'BR-CO-26',
      between({ tax_id: '12/345/67890', registration_number: null }, {}),
      'Your agency needs a registration number, or a VAT number as its tax ID.',
    ],
    [
      'BR-CO-26 outside the scope of tax',
      between({ registration_number: null }, {}, { items: items('outside_scope') }),
      'Your agency needs a registration number.',
    ],
    [
      'BR-AE-02',
      between({}, { tax_id: '00743110157', registration_number: null }, { items: items('reverse_charge') }),
      'The client needs a VAT number as its tax ID, or a registration number, because reverse charge applies to the invoice.',
    ],
    [
      'BR-G-02',
      between({ tax_id: '12/345/67890' }, {}, { items: items('export') }),
      'Your agency needs a VAT number as its tax ID, because the invoice is an export.',
    ],
    [
      'NL-R-003',
      between({ ...DUTCH, registration_number: 'none' }, {}),
      'Your agency needs its KvK number, with 8 digits, as its registration number.',
    ],
    [
      'NL-R-005',
      between({ ...DUTCH, registration_number: '12345678' }, { ...DUTCH, registration_number: 'none' }),
      'The client needs its KvK number, with 8 digits, as its registration number.',
    ],
    ['DE-R-002', between({ ...GERMAN, phone: null }, GERMAN), 'Your agency needs a phone number.'],
    ['DE-R-004', between({ ...GERMAN, postal_code: null }, GERMAN), 'Your agency needs a postal code.'],
    ['DE-R-008', between(GERMAN, { ...GERMAN, city: null }), 'The client needs a city.'],
    [
      'PEPPOL-COMMON-R043',
      between({}, { electronic_address: '0208:0428759499' }),
      'The client needs an electronic address such as 0204:991-12345-06.',
    ],
    ...(['0007:556036-0793', '0007:5560360794', '0151:12345678901', '0151:51 824 753 556'] as const).map(
      (electronic_address): [string, InvoiceDocumentDto, string] => [
        `PEPPOL-COMMON-R049 and R050, ${electronic_address}`,
        between({}, { electronic_address }),
        'The client needs an electronic address such as 0204:991-12345-06.',
      ],
    ),
    [
      'BR-CL-25',
      between({}, { electronic_address: '9999:1' }),
      'The client needs an electronic address such as 0204:991-12345-06.',
    ],
  ])('%s', (_, document, problem) => {
    expect(eInvoiceProblems(document, 'peppol')).toEqual([problem])
  })

  test.each(['0007:5560360793', '0151:51824753556'])('accepts %s', (electronic_address) => {
    expect(eInvoiceProblems(between({}, { electronic_address }), 'peppol')).toEqual([])
  })

  test('DE-R-001', () => {
    const document = between(GERMAN, GERMAN)
    const parties = { ...document.parties, bank: null }
    expect(eInvoiceProblems({ ...document, parties }, 'peppol')).toEqual(['Your agency needs an IBAN.'])
  })

  test('a buyer with a register number alone may have a reverse charge (BT-47)', () => {
    const document = between(
      {},
      { tax_id: null, registration_number: 'FN 1' },
      { items: items('reverse_charge') },
    )
    expect(eInvoiceProblems(document, 'peppol')).toEqual([])
    expect(brokenPartyRules(toUbl({ document, format: 'peppol', pdf: null }), 'peppol')).toEqual([])
  })
})

test('amounts in Factur-X have no currencies (CII-DT-031), and the file opens', async () => {
  const document = documentOf({ discount_given: { type: 'percent', value: 1000 } })
  const pdf = await renderInvoicePdf(paperOf(document))
  const render = () => renderEInvoice({ document, format: 'factur_x', pdf })
  const bytes = await render()
  const { xml } = await extractXml(bytes)
  expect(xml).toContain('<ram:ActualAmount>')
  expect(xml.match(/<ram:\w+ currencyID/g)).toEqual(['<ram:TaxTotalAmount currencyID'])
  expect(Buffer.from(await render()).equals(Buffer.from(bytes))).toBe(true)
})

test('200 lines of 0.50 need their tax rounded once per rate (BR-CO-17)', () => {
  const items = Array.from({ length: 200 }, () => ({ ...sold(['standard', 1900]), quantity: 1, rate: 50 }))
  const byLine = documentOf({ items, taxRounding: 'line' })
  expect(byLine).toMatchObject({ subtotal: 10_000, tax: 2000 })
  for (const format of ['peppol', 'xrechnung', 'factur_x'] as const)
    expect(eInvoiceProblems(byLine, format)).toEqual([
      'The tax, rounded on each line, differs too much from its percentage: round it once per rate in Settings › Invoicing.',
    ])
  const lines = items.map((line) => ({ ...line, quantity: toThousandths(line.quantity) }))
  const once = calculateTotals(lines, { type: 'none', value: 0 }, { taxRounding: 'document' })
  const document = {
    ...byLine,
    tax: once.tax,
    amount: once.total,
    items: byLine.items.map((item, index) => ({ ...item, ...once.lines[index] })),
  }
  expect(once.tax).toBe(1900)
  expect(eInvoiceProblems(document, 'peppol')).toEqual([])
  expect(brokenRules(toUbl({ document, format: 'peppol', pdf: null }))).toEqual([])
})

test.each([
  ['MIN', ['min', 'Min.', 'minute', 'minutes', 'Minuten', 'minuti', 'minutos', 'minuut', 'minuten']],
  ['MIN', ['minuta', 'minuty', 'minut', 'minutter', 'minuter']],
  ['HUR', ['Stunden', 'Std.', 'h', 'hrs', 'Hours', 'heures', 'uur', 'ore']],
  ['HUR', ['godz.', 'godzina', 'godziny', 'godzin', 'hod.', 'hodina', 'hodiny', 'hodin']],
  ['HUR', ['timme', 'timmar', 'tim.', 'time', 'timer']],
  ['DAY', ['day', 'Tage', 'dzień', 'dni', 'den', 'dny', 'dnů', 'dagar', 'dage', 'dager', 'dygn', 'døgn']],
  [
    'WEE',
    ['weeks', 'Woche', 'tydzień', 'tygodni', 'tyg.', 'týden', 'týdny', 'týdnů', 'veckor', 'uger', 'uker'],
  ],
  ['MON', ['Monate', 'mês', 'miesiąc', 'miesięcy', 'mies.', 'měsíc', 'měsíců', 'måneder', 'månader', 'mån.']],
  ['ANN', ['years', 'année', 'jaren', 'rok', 'lata', 'roky', 'roků', 'let', 'år']],
  ['D68', ['words', 'Wörter', 'palavras', 'słów', 'slova', 'slov', 'ord']],
  ['LS', ['flat rate', 'lump sum', 'Pauschal']],
  ['C62', ['piece', 'licence']],
])('%s is the code of %o', (code, units) => {
  const document = documentOf({ items: units.map((unit) => ({ ...sold(['standard', 1900]), unit })) })
  const lines = toUbl({ document, format: 'peppol', pdf: null })['ubl:Invoice']['cac:InvoiceLine']
  expect(lines.map((line) => line['cbc:InvoicedQuantity@unitCode'])).toEqual(units.map(() => code))
})

describe('every code that a document can use is in the code lists of its formats', () => {
  const currencies = CURRENCIES.filter(
    (currency) => eInvoiceProblems(between({}, {}, { currency }), 'factur_x').length === 0,
  )
  test.each<[list: keyof typeof CODE_LISTS, codes: readonly string[]]>([
    ['eas', ADDRESS_SCHEMES],
    ['ISO4217', currencies],
    ['ISO3166', COUNTRY_CODES],
    ['UNECERec20', UNITS.map(({ code }) => code)],
  ])('%s', (list, used) => {
    expect(used.filter((code) => !CODE_LISTS[list].enum.includes(code))).toEqual([])
    expect(used.length).toBeGreaterThan(8)
  })

  test('a French address is included', async () => {
    const document = between({}, { electronic_address: '0225:404833048' })
    const xml = Buffer.from(await renderEInvoice({ document, format: 'xrechnung', pdf: null })).toString()
    expect(xml).toContain('schemeID="0225">404833048<')
  })

  test('two currencies and email addresses are refused with an explanation', () => {
    const problems = (document: InvoiceDocumentDto) => eInvoiceProblems(document, 'peppol')
    expect(problems(between({}, {}, { currency: 'STN' }))).toEqual([
      'E-invoices can’t be in STN, which their code lists don’t include.',
    ])
    expect(problems(between({}, {}, { currency: 'KWD' }))).toEqual([
      'E-invoices need a currency with two decimals, unlike KWD.',
    ])
    expect(problems(between({}, { electronic_address: 'EM:a@b.example' }))).toEqual([
      'The client needs an electronic address such as 0204:991-12345-06.',
    ])
  })
})

test('an empty line of an address is left out', () => {
  const document = between({}, { address: 'Kai 3\n\nHinterhaus\n' })
  const { 'cac:AccountingCustomerParty': buyer } = toUbl({ document, format: 'peppol', pdf: null })[
    'ubl:Invoice'
  ]
  expect(buyer['cac:Party']['cac:PostalAddress']).toMatchObject({
    'cbc:StreetName': 'Kai 3',
    'cbc:AdditionalStreetName': 'Hinterhaus',
  })
})

test('a credit note of an invoice without a date of issue has none', () => {
  const document = documentOf({
    kind: 'credit_note',
    credited: { number: 'INV-1', issued_on: null } as never,
  })
  expect(JSON.stringify(toUbl({ document, format: 'peppol', pdf: null }))).toContain(
    '"cac:BillingReference":[{"cac:InvoiceDocumentReference":{"cbc:ID":"INV-1"}}]',
  )
})
