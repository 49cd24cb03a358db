import { type Invoice, InvoiceService } from '@e-invoice-eu/core'
import {
  currencyDigits,
  isProduct,
  lineAmount,
  sum,
  toDecimal,
  toPercent,
  toThousandths,
} from '#shared/base/amounts/money.ts'
import type { TaxCategory, TaxedPart } from '#shared/base/amounts/taxes.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import type { BankDetails } from '#shared/identity/letterhead/parties.ts'
import { isDeduction } from '#shared/money/invoices/deductions.ts'
import { UNLISTED } from '#shared/money/invoices/e-invoice/problems.ts'
import { askedParts } from '#shared/money/invoices/installments.ts'
import { askedOf, suppliedWhenIssued } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto, InvoiceItemDto } from '#shared/money/invoices/invoices.ts'
import { toMoneyLine } from '#shared/money/invoices/lines/line-time.ts'
import { unitCode } from '#shared/money/invoices/units.ts'
import { present } from '../../../base/core/calls/errors.ts'
import { storable } from '../../core/plain-text.ts'
import { addNewerCodes } from './e-invoice-codes.ts'
import { partyOf, sellerOf } from './e-invoice-parties.ts'
import { correctFacturX } from './factur-x.ts'

/** A document without problems (`eInvoiceProblems`) and its context. */
export interface EInvoiceContent {
  document: InvoiceDocumentDto
  format: EInvoiceFormat
  /** The human-readable PDF, into which Factur-X embeds the data. */
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

addNewerCodes()

const quiet = { log() {}, warn() {}, error() {} }

/** Returns XML in UTF-8 or, for Factur-X, a PDF/A-3 with embedded XML. */
export async function renderEInvoice(content: EInvoiceContent): Promise<Uint8Array> {
  const { format } = PROFILES[content.format]
  const ubl = inXml(toUbl(content))
  const rendered = await atDateOf(content.document, () =>
    new InvoiceService(quiet).generate(ubl as unknown as Invoice, {
      format,
      lang: 'en',
      noWarnings: true,
      ...(content.pdf !== null && {
        pdf: { buffer: content.pdf, filename: 'invoice.pdf', mimetype: 'application/pdf' },
      }),
    }),
  )
  return typeof rendered === 'string' ? Buffer.from(rendered) : correctFacturX(rendered, namesIn(ubl))
}

/** The texts that the library writes into the metadata of a PDF. */
function namesIn({ 'ubl:Invoice': invoice }: ReturnType<typeof toUbl>) {
  const { 'cac:PartyLegalEntity': seller } = invoice['cac:AccountingSupplierParty']['cac:Party']
  const creator = seller['cbc:RegistrationName']
  const issuedOn = invoice['cbc:IssueDate']
  return { creator, subject: `Invoice ${invoice['cbc:ID']} dated ${issuedOn} issued by ${creator}`, issuedOn }
}

/** Removes characters that XML doesn't allow, because the library doesn't. */
function inXml<Part>(part: Part): Part {
  if (typeof part === 'string') return storable(part) as Part
  if (Array.isArray(part)) return part.map(inXml) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, inXml(inner)])) as Part
}

/**
 * The library adds the current time to its files. A sent invoice must not change, so in this thread, which
 * renders one document at a time, the clock is set to the date of issue.
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

const numberOf = ({ number }: Pick<EInvoiceContent['document'], 'number'>): string =>
  present(number, 'The number of an issued document')

/** Converts the document to UBL; the amounts are the calculator's, and none is recomputed. */
export function toUbl(content: EInvoiceContent) {
  const { document, format } = content
  const number = numberOf(document)
  const issuedOn = present(document.issued_on, 'The date of an issued document')
  const { parties, currency, credited } = document
  const bookedTax = bookedTaxOf(document)
  const money = amounts(currency)
  const lines = document.items.map((item) => lineOf(item, document))
  const allowances = document.prices_include_tax ? [] : allowancesOf(document.items, money)
  const taxes = breakdownOf(document.items)
  const net = sum(taxes.map((part) => part.net))
  const lineTotal = sum(lines.map((line) => line.net))
  const earlier = credited === null ? document.deductions : [credited]
  const { customization } = PROFILES[format]
  const note = [document.title, document.description, document.notes].filter(Boolean).join('\n')
  return {
    'ubl:Invoice': {
      ...(customization && { 'cbc:CustomizationID': customization }),
      'cbc:ID': number,
      'cbc:IssueDate': issuedOn,
      ...(document.kind === 'invoice' && { 'cbc:DueDate': firstDue(document) }),
      'cbc:InvoiceTypeCode': typeCode(document, format),
      'cbc:Note': [note],
      'cbc:DocumentCurrencyCode': currency,
      ...(bookedTax && { 'cbc:TaxCurrencyCode': bookedTax.currency }),
      ...(parties.buyer.buyer_reference && { 'cbc:BuyerReference': parties.buyer.buyer_reference }),
      ...supplyOf(document, format),
      ...(document.purchase_order && { 'cac:OrderReference': { 'cbc:ID': document.purchase_order } }),
      ...(earlier.length > 0 && {
        'cac:BillingReference': earlier.map(({ number, issued_on }) => ({
          'cac:InvoiceDocumentReference': {
            'cbc:ID': number,
            ...(issued_on && { 'cbc:IssueDate': issued_on }),
          },
        })),
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
        ...(bookedTax ? [asAmount('cbc:TaxAmount', bookedTax.amount, bookedTax.currency)] : []),
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', lineTotal),
        ...money('cbc:TaxExclusiveAmount', net),
        ...money('cbc:TaxInclusiveAmount', document.amount),
        ...(allowances.length > 0 && money('cbc:AllowanceTotalAmount', lineTotal - net)),
        ...(document.prepaid > 0 && money('cbc:PrepaidAmount', document.prepaid)),
        ...money('cbc:PayableAmount', askedOf(document)),
      },
      'cac:InvoiceLine': lines.map((line) => line.ubl),
    },
  }
}

/** UNTDID 1001: XRechnung has no code for prepayments, but one for partial invoices. */
function typeCode({ kind, stage }: InvoiceDocumentDto, format: EInvoiceFormat): string {
  if (kind === 'credit_note') return '381'
  if (stage !== 'advance') return '380'
  return format === 'xrechnung' ? '326' : '386'
}

type Amounts = ReturnType<typeof amounts>

/** A decimal number with its currency. */
const asAmount = (name: string, decimal: string, currency: string) => ({
  [name]: decimal,
  [`${name}@currencyID`]: currency,
})

/** An amount in minor units with its currency. */
const amounts = (currency: string) => (name: string, amount: number) =>
  asAmount(name, toDecimal(amount, currency), currency)

/** With at most two decimals (BR-DEC-15), and left out in a currency that the lists don't have (BR-CL-05). */
function bookedTaxOf({ tax_in_base: tax }: InvoiceDocumentDto) {
  if (tax === null || tax.currency === UNLISTED) return null
  const { amount, currency } = tax
  const finer = currencyDigits(currency) - 2
  return {
    currency,
    amount: finer > 0 ? String(Math.round(amount / 10 ** finer) / 100) : toDecimal(amount, currency),
  }
}

/** The date or period of supply; the default is the date of issue where a date is required, as in Factur-X. */
function supplyOf(document: InvoiceDocumentDto, format: EInvoiceFormat) {
  const { supply_from, supply_to, issued_on } = document
  const [from, to] = [supply_from ?? supply_to, supply_to ?? supply_from]
  const delivered = to ?? (format === 'factur_x' || suppliedWhenIssued(document) ? issued_on : null)
  return {
    ...(from !== to && { 'cac:InvoicePeriod': { 'cbc:StartDate': from, 'cbc:EndDate': to } }),
    ...(delivered && { 'cac:Delivery': { 'cbc:ActualDeliveryDate': delivered } }),
  }
}

/** The standard has a single due date: that of the first installment, if there are any. */
const firstDue = ({ instalments, prepaid, dueDate }: InvoiceDocumentDto): string =>
  askedParts(instalments, prepaid)[0]?.due_date ?? dueDate

function termsOf({ instalments, prepaid, dueDate, currency }: InvoiceDocumentDto): string {
  const asked = askedParts(instalments, prepaid)
  if (asked.length === 0) return `Payable by ${dueDate}`
  const parts = asked.map(
    ({ amount, due_date }) => `${toDecimal(amount, currency)} ${currency} by ${due_date}`,
  )
  return `Payable in ${parts.length} instalments: ${parts.join(', ')}`
}

/** A SEPA transfer if possible, else another transfer; without a bank account, only the terms. */
function paymentOf(bank: BankDetails | null, document: InvoiceDocumentDto) {
  const terms = document.kind === 'invoice' && {
    'cac:PaymentTerms': { 'cbc:Note': termsOf(document) },
  }
  if (!bank?.iban) return { ...terms }
  return {
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': transferCode(document),
        'cbc:PaymentID': numberOf(document),
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

/** UNCL 4461. Denmark's domestic rules don't allow the generic code for transfers. */
function transferCode({ currency, parties: { seller, buyer } }: InvoiceDocumentDto): string {
  if (currency === 'EUR') return '58'
  return seller.country === 'DK' && buyer.country === 'DK' ? '31' : '30'
}

/** The invoice's discount per tax rate. */
function allowancesOf(items: readonly InvoiceItemDto[], money: Amounts) {
  const shares = items.map((item) => ({ ...item, net: item.discount, tax: 0 }))
  return breakdownOf(shares)
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

/**
 * The standard has one breakdown for each category and percentage (BR-S-08), whatever the rates are called; their
 * notes are joined.
 */
function breakdownOf(parts: readonly TaxedPart[]): TaxedPart[] {
  const groups = Map.groupBy(parts, ({ tax_category, tax_bps }) =>
    JSON.stringify([LETTERS[tax_category ?? 'standard'], tax_bps]),
  )
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const notes = new Set(same.flatMap(({ tax_note }) => tax_note ?? []))
    const add = (of: 'net' | 'tax') => sum(same.map((part) => part[of]))
    return [{ ...first, tax_note: [...notes].join(' ') || null, net: add('net'), tax: add('tax') }]
  })
}

const categoryOf = ({ tax_category, tax_bps }: Pick<TaxedPart, 'tax_category' | 'tax_bps'>) => ({
  'cbc:ID': LETTERS[tax_category ?? 'standard'],
  ...(tax_category !== 'outside_scope' && { 'cbc:Percent': String(toPercent(tax_bps)) }),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

/** The reason for exemption: the category's code, if it has one, and the tax rate's note. */
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
  const full = lineAmount(toMoneyLine(item))
  // Prices including tax are converted to net: those of a line, after all discounts.
  const net = prices_include_tax ? item.net : item.amount
  const off = prices_include_tax || isDeduction(item) ? 0 : full - item.amount
  const measure = measureOf(item)
  const ubl = {
    'cbc:ID': String(items.indexOf(item) + 1),
    'cbc:InvoicedQuantity': String(measure.quantity),
    'cbc:InvoicedQuantity@unitCode': measure.unit,
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
    'cac:Price': isDeduction(item)
      ? // Prices can't be negative (BR-27), but quantities can.
        money('cbc:PriceAmount', -item.net)
      : priceOf(item.rate, measure, prices_include_tax ? net : full, currency),
  }
  return { net, ubl }
}

/** A quantity, and how many of its units the rate is for. */
interface Measure {
  quantity: number
  unit: string
  per: number
}

/** No decimal number of hours equals 20 minutes, so such time is in minutes or seconds, priced per 60 or 3600. */
function measureOf({ quantity, unit, seconds }: InvoiceItemDto): Measure {
  if (seconds === null || toThousandths(quantity) * 3600 === seconds * 1000) {
    return { quantity, unit: unitCode(unit), per: 1 }
  }
  const whole = seconds % 60 === 0
  return whole
    ? { quantity: seconds / 60, unit: 'MIN', per: 60 }
    : { quantity: seconds, unit: 'SEC', per: 3600 }
}

/** The price per unit, or per whole quantity if the unit price would need rounding. */
function priceOf(rate: number, { quantity, unit, per }: Measure, amount: number, currency: string) {
  const exact = isProduct({ rate, quantity: toThousandths(quantity) }, amount * per)
  const base = exact ? per : quantity
  return {
    ...amounts(currency)('cbc:PriceAmount', exact ? rate : amount),
    ...(base !== 1 && { 'cbc:BaseQuantity': String(base), 'cbc:BaseQuantity@unitCode': unit }),
  }
}
