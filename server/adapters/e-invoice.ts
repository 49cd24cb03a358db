import { type Invoice, InvoiceService } from '@e-invoice-eu/core'
import { UNITS } from '#shared/billing.ts'
import type { EInvoiceFormat } from '#shared/e-invoices.ts'
import type { InvoiceDocumentDto, InvoiceItemDto } from '#shared/invoices.ts'
import { lineAmount, QUANTITY_UNIT, toDecimal, toThousandths } from '#shared/money.ts'
import type { BankDetails, Party } from '#shared/parties.ts'
import { type TaxCategory, type TaxedPart, taxSummary } from '#shared/taxes.ts'
import { splitAddress } from './e-invoice-problems.ts'

/** A document without problems (`eInvoiceProblems`), with what stands beside it. */
export interface EInvoiceContent {
  document: InvoiceDocumentDto
  format: EInvoiceFormat
  /** The page that people read, which Factur-X puts the figures into. */
  pdf: Uint8Array | null
}

const PROFILES: Record<EInvoiceFormat, { format: string; customization?: string }> = {
  factur_x: { format: 'Factur-X-EN16931' },
  xrechnung: { format: 'XRECHNUNG-UBL' },
  peppol: {
    format: 'UBL',
    customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  },
}

const quiet = { log() {}, warn() {}, error() {} }

/** XML in UTF-8, or for Factur-X a PDF/A-3 with the XML in it. */
export async function renderEInvoice(content: EInvoiceContent): Promise<Uint8Array> {
  const { format } = PROFILES[content.format]
  const rendered = await atDateOf(content.document, () =>
    new InvoiceService(quiet).generate(toUbl(content) as unknown as Invoice, {
      format,
      lang: 'en',
      noWarnings: true,
      ...(content.pdf !== null && {
        pdf: { buffer: content.pdf, filename: 'invoice.pdf', mimetype: 'application/pdf' },
      }),
    }),
  )
  return typeof rendered === 'string' ? Buffer.from(rendered) : rendered
}

/**
 * The library stamps its files with the present moment. The document of a sent invoice never changes, so in
 * this thread, which renders one at a time, the present is the day it was issued.
 */
async function atDateOf<Result>(
  { issued_on }: InvoiceDocumentDto,
  render: () => Promise<Result>,
): Promise<Result> {
  const real = Date
  const instant = real.parse(`${issued_on}T12:00:00Z`)
  const frozen = class extends real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [instant] : given) as [number]))
    }
    static override now = () => instant
  }
  globalThis.Date = frozen as DateConstructor
  try {
    return await render()
  } finally {
    globalThis.Date = real
  }
}

/** The document in the terms of UBL; the figures are those of the calculator, none is computed anew. */
export function toUbl(content: EInvoiceContent) {
  const { document, format } = content
  const { parties, currency, credited, tax_in_base: bookedTax } = document
  const money = amounts(currency)
  const lines = document.items.map((item) => lineOf(item, document))
  const allowances = document.prices_include_tax ? [] : allowancesOf(document.items, money)
  const taxes = taxSummary(document.items)
  const net = sum(taxes.map((part) => part.net))
  const lineTotal = sum(lines.map((line) => line.net))
  const { customization } = PROFILES[format]
  const note = [document.title, document.description, document.notes].filter(Boolean).join('\n')
  return {
    'ubl:Invoice': {
      ...(customization && { 'cbc:CustomizationID': customization }),
      'cbc:ID': document.number ?? '',
      'cbc:IssueDate': document.issued_on ?? '',
      ...(document.kind === 'invoice' && { 'cbc:DueDate': firstDue(document) }),
      'cbc:InvoiceTypeCode': document.kind === 'credit_note' ? '381' : '380',
      'cbc:Note': [note],
      'cbc:DocumentCurrencyCode': currency,
      ...(bookedTax && { 'cbc:TaxCurrencyCode': bookedTax.currency }),
      ...(parties.buyer.buyer_reference && { 'cbc:BuyerReference': parties.buyer.buyer_reference }),
      ...supplyOf(document, format),
      ...(document.purchase_order && { 'cac:OrderReference': { 'cbc:ID': document.purchase_order } }),
      ...(credited && {
        'cac:BillingReference': [
          {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': credited.number,
              'cbc:IssueDate': credited.issued_on ?? '',
            },
          },
        ],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(parties.seller, document, format) },
      'cac:AccountingCustomerParty': { 'cac:Party': partyOf(parties.buyer, document, format) },
      ...paymentOf(parties.bank, document),
      ...(allowances.length > 0 && { 'cac:AllowanceCharge': allowances }),
      'cac:TaxTotal': [
        {
          ...money('cbc:TaxAmount', document.tax),
          'cac:TaxSubtotal': taxes.map((part) => subtotalOf(part, money)),
        },
        ...(bookedTax ? [amounts(bookedTax.currency)('cbc:TaxAmount', bookedTax.amount)] : []),
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', lineTotal),
        ...money('cbc:TaxExclusiveAmount', net),
        ...money('cbc:TaxInclusiveAmount', document.amount),
        ...(allowances.length > 0 && money('cbc:AllowanceTotalAmount', lineTotal - net)),
        ...money('cbc:PayableAmount', document.amount),
      },
      'cac:InvoiceLine': lines.map((line) => line.ubl),
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type Amounts = ReturnType<typeof amounts>

/** An amount under its name and, beside it, its currency. */
const amounts =
  (currency: string) =>
  <Name extends string>(name: Name, amount: number) => ({
    [name]: toDecimal(amount, currency),
    [`${name}@currencyID`]: currency,
  })

/**
 * When it was supplied: a day, or a period that ends with the delivery. Factur-X always wants a day; without
 * another it is that of issue.
 */
function supplyOf({ supply_from, supply_to, issued_on }: InvoiceDocumentDto, format: EInvoiceFormat) {
  const [from, to] = [supply_from ?? supply_to, supply_to ?? supply_from]
  const delivered = to ?? (format === 'factur_x' ? issued_on : null)
  return {
    ...(from !== to && { 'cac:InvoicePeriod': { 'cbc:StartDate': from, 'cbc:EndDate': to } }),
    ...(delivered && { 'cac:Delivery': { 'cbc:ActualDeliveryDate': delivered } }),
  }
}

function partyOf(party: Party, document: InvoiceDocumentDto, format: EInvoiceFormat) {
  const endpoint = endpointOf(party, format)
  const [street, ...more] = (party.address ?? '').split('\n').map((line) => line.trim())
  const outside = document.items.every((item) => item.tax_category === 'outside_scope')
  return {
    ...(endpoint && { 'cbc:EndpointID': endpoint.id, 'cbc:EndpointID@schemeID': endpoint.scheme }),
    'cac:PartyName': { 'cbc:Name': party.name },
    'cac:PostalAddress': {
      ...(street && { 'cbc:StreetName': street }),
      ...(more.length > 0 && { 'cbc:AdditionalStreetName': more.join(', ') }),
      ...(party.city && { 'cbc:CityName': party.city }),
      ...(party.postal_code && { 'cbc:PostalZone': party.postal_code }),
      ...(party.region && { 'cbc:CountrySubentity': party.region }),
      'cac:Country': { 'cbc:IdentificationCode': party.country ?? '' },
    },
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.company ?? party.name,
      ...(party.registration_number && { 'cbc:CompanyID': party.registration_number }),
    },
    // What lies outside the scope of tax names no tax number of either side.
    ...(party.tax_id && !outside && { 'cac:PartyTaxScheme': taxSchemeOf(party.tax_id) }),
  }
}

/** Sellers may have a national tax number instead of one for VAT; buyers have one for VAT or none. */
function sellerOf(seller: Party, document: InvoiceDocumentDto, format: EInvoiceFormat) {
  const { 'cac:PartyTaxScheme': scheme, ...party } = partyOf(seller, document, format)
  return {
    ...party,
    ...(scheme && { 'cac:PartyTaxScheme': [scheme] }),
    ...(seller.email &&
      seller.phone && {
        'cac:Contact': {
          'cbc:Name': seller.name,
          'cbc:Telephone': seller.phone,
          'cbc:ElectronicMail': seller.email,
        },
      }),
  }
}

const taxSchemeOf = (taxId: string) => {
  const id = taxId.replaceAll(/[\s.-]/g, '').toUpperCase()
  return { 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': /^[A-Z]{2}/.test(id) ? 'VAT' : 'TAX' } }
}

/** Authorities in Germany take an e-mail address where there is no other. */
function endpointOf({ electronic_address, email }: Party, format: EInvoiceFormat) {
  const given = electronic_address === null ? null : splitAddress(electronic_address)
  return given ?? (format === 'xrechnung' && email !== null ? { scheme: 'EM', id: email } : null)
}

/** The standard has one due date, which is that of the first part where there are several. */
const firstDue = ({ instalments: [first], dueDate }: InvoiceDocumentDto): string => first?.due_date ?? dueDate

function termsOf({ instalments, dueDate, currency }: InvoiceDocumentDto): string {
  if (instalments.length === 0) return `Payable by ${dueDate}`
  const parts = instalments.map(
    ({ amount, due_date }) => `${toDecimal(amount, currency)} ${currency} by ${due_date}`,
  )
  return `Payable in ${parts.length} instalments: ${parts.join(', ')}`
}

/** Transfer within SEPA, else any transfer; without an account the terms alone. */
function paymentOf(bank: BankDetails | null, document: InvoiceDocumentDto) {
  const terms = document.kind === 'invoice' && {
    'cac:PaymentTerms': { 'cbc:Note': termsOf(document) },
  }
  if (!bank?.iban) return { ...terms }
  return {
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': document.currency === 'EUR' ? '58' : '30',
        'cbc:PaymentID': document.number ?? '',
        'cac:PayeeFinancialAccount': {
          'cbc:ID': bank.iban.replaceAll(' ', ''),
          ...(bank.account_holder && { 'cbc:Name': bank.account_holder }),
          ...(bank.bic && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bank.bic } }),
        },
      },
    ],
    ...terms,
  }
}

/** The invoice's discount, tax rate by tax rate. */
function allowancesOf(items: readonly InvoiceItemDto[], money: Amounts) {
  const shares = items.map((item) => ({ ...item, net: item.discount, tax: 0 }))
  return taxSummary(shares)
    .filter((part) => part.net > 0)
    .map((part) => ({
      'cbc:ChargeIndicator': 'false',
      'cbc:AllowanceChargeReason': 'Discount',
      ...money('cbc:Amount', part.net),
      'cac:TaxCategory': categoryOf(part),
    }))
}

const subtotalOf = (part: TaxedPart, money: Amounts) => ({
  ...money('cbc:TaxableAmount', part.net),
  ...money('cbc:TaxAmount', part.tax),
  'cac:TaxCategory': { ...categoryOf(part), ...exemptionOf(part) },
})

/** UNCL 5305. */
const LETTERS: Record<TaxCategory, string> = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  export: 'G',
  outside_scope: 'O',
}

const categoryOf = ({ tax_category, tax_bps }: Pick<TaxedPart, 'tax_category' | 'tax_bps'>) => ({
  'cbc:ID': LETTERS[tax_category ?? 'standard'],
  ...(tax_category !== 'outside_scope' && { 'cbc:Percent': String(tax_bps / 100) }),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

/** Why nothing is charged: the code of the list where the category has one, and the rate's own note. */
const EXEMPTIONS: Partial<Record<TaxCategory, { code?: string; reason: string }>> = {
  exempt: { reason: 'Exempt from tax' },
  reverse_charge: { code: 'VATEX-EU-AE', reason: 'Reverse charge' },
  export: { code: 'VATEX-EU-G', reason: 'Export outside the EU' },
  outside_scope: { code: 'VATEX-EU-O', reason: 'Not subject to VAT' },
}

function exemptionOf({ tax_category, tax_note }: TaxedPart) {
  const exemption = tax_category === null ? undefined : EXEMPTIONS[tax_category]
  if (exemption === undefined) return {}
  return {
    ...(exemption.code && { 'cbc:TaxExemptionReasonCode': exemption.code }),
    'cbc:TaxExemptionReason': tax_note ?? exemption.reason,
  }
}

function lineOf(item: InvoiceItemDto, { currency, prices_include_tax, items }: InvoiceDocumentDto) {
  const money = amounts(currency)
  const full = lineAmount(toThousandths(item.quantity), item.rate)
  // Prices with tax are stated without it: of the line, after all discounts.
  const net = prices_include_tax ? item.net : item.amount
  const off = prices_include_tax ? 0 : full - item.amount
  const ubl = {
    'cbc:ID': String(items.indexOf(item) + 1),
    'cbc:InvoicedQuantity': String(item.quantity),
    'cbc:InvoicedQuantity@unitCode': unitCode(item.unit),
    ...money('cbc:LineExtensionAmount', net),
    ...(off > 0 && {
      'cac:AllowanceCharge': [
        {
          'cbc:ChargeIndicator': 'false',
          'cbc:AllowanceChargeReason': 'Discount',
          ...money('cbc:Amount', off),
        },
      ],
    }),
    'cac:Item': { 'cbc:Name': item.description, 'cac:ClassifiedTaxCategory': categoryOf(item) },
    'cac:Price': priceOf(item, prices_include_tax ? net : full, currency),
  }
  return { net, ubl }
}

/** Of one unit, or of the line's whole quantity where that of one would be rounded. */
function priceOf({ quantity, rate, unit }: InvoiceItemDto, amount: number, currency: string) {
  const price = amounts(currency)
  if (rate * toThousandths(quantity) === amount * QUANTITY_UNIT) return price('cbc:PriceAmount', rate)
  return {
    ...price('cbc:PriceAmount', amount),
    'cbc:BaseQuantity': String(quantity),
    'cbc:BaseQuantity@unitCode': unitCode(unit),
  }
}

/** What the list does not know is counted in pieces. */
function unitCode(unit: string | null): string {
  const word = unit?.trim().toLowerCase() ?? ''
  return UNITS.find(({ name }) => word === name || word === `${name}s`)?.code ?? PIECE
}

/** UN/ECE Recommendation 20. */
const PIECE = 'C62'
