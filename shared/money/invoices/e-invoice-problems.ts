import { currencyDigits } from '#shared/base/amounts/money.ts'
import type { EInvoiceFormat } from '#shared/money/invoices/e-invoices.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { isCharged, TAX_CATEGORY_NAMES } from '#shared/money/ledger/taxes.ts'
import type { Party } from '#shared/people/parties.ts'

type Document = Pick<InvoiceDocumentDto, 'items' | 'parties' | 'purchase_order' | 'kind' | 'currency'>

/** Returns what the document lacks for the format, for its issuer, and where to enter it. */
export function eInvoiceProblems(document: Document, format: EInvoiceFormat): string[] {
  const { parties } = document
  return [
    ...addressProblems(parties.seller, 'Your agency', format),
    ...addressProblems(parties.buyer, 'The client', format),
    ...taxProblems(document),
    ...(currencyDigits(document.currency) !== 2
      ? [`E-invoices need a currency with two decimals, unlike ${document.currency}.`]
      : []),
    ...(format === 'xrechnung' ? xrechnungProblems(document) : []),
    ...(format === 'peppol' ? peppolProblems(document) : []),
    ...(format === 'xrechnung' || (format === 'peppol' && parties.seller.country === 'DE')
      ? contactProblems(parties.seller)
      : []),
  ]
}

function addressProblems(party: Party, who: string, format: EInvoiceFormat): string[] {
  const problems: string[] = []
  if (party.country === null) problems.push(`${who} needs a country.`)
  if (format === 'xrechnung' && party.city === null) problems.push(`${who} needs a city.`)
  if (format === 'xrechnung' && party.postal_code === null) problems.push(`${who} needs a postal code.`)
  if (party.electronic_address !== null && splitAddress(party.electronic_address) === null) {
    problems.push(`${who} needs an electronic address such as 0204:991-12345-06.`)
  }
  return problems
}

function taxProblems({ items, parties: { seller, buyer } }: Document): string[] {
  const problems = items.flatMap((item, index) =>
    item.tax_category === null || isCharged(item.tax_category) === (item.tax_bps === 0)
      ? [`Line ${index + 1} needs a tax rate.`]
      : [],
  )
  const categories = new Set(items.map((item) => item.tax_category))
  const known = [...categories].filter((category) => category !== null)
  if (known.some((category) => category !== 'outside_scope') && seller.tax_id === null) {
    problems.push('Your agency needs a tax ID.')
  }
  if (categories.has('outside_scope') && known.length > 1) {
    const other = known.find((category) => category !== 'outside_scope') ?? 'standard'
    problems.push(
      `Lines outside the scope of tax can’t be combined with lines of “${TAX_CATEGORY_NAMES[other]}”.`,
    )
  }
  if (categories.has('reverse_charge') && buyer.tax_id === null) {
    problems.push('The client needs a tax ID, because the invoice has a reverse charge.')
  }
  return problems
}

function xrechnungProblems({ parties: { buyer, bank }, kind }: Document): string[] {
  const problems: string[] = []
  if (buyer.buyer_reference === null) problems.push('The client needs a buyer reference (Leitweg-ID).')
  if (buyer.electronic_address === null && buyer.email === null) {
    problems.push('The client needs an electronic address or an e-mail address.')
  }
  if (kind === 'invoice' && !bank?.iban) problems.push('Your agency needs an IBAN.')
  return problems
}

/** Germany's rules ask for a seller's contact (BR-DE-5 to 7), in Peppol, too. */
const contactProblems = ({ phone, email }: Party): string[] => [
  ...(phone === null ? ['Your agency needs a phone number.'] : []),
  ...(email === null ? ['Your agency needs an e-mail address.'] : []),
]

function peppolProblems({ parties: { seller, buyer }, purchase_order }: Document): string[] {
  const problems: string[] = []
  if (seller.electronic_address === null) problems.push('Your agency needs a Peppol address.')
  if (buyer.electronic_address === null) problems.push('The client needs a Peppol address.')
  if (buyer.buyer_reference === null && purchase_order === null) {
    problems.push('The invoice needs a purchase order, or the client a buyer reference.')
  }
  return problems
}

/** Splits `0204:991-12345-06` into scheme and identifier; null if it has another form. */
export function splitAddress(address: string): { scheme: string; id: string } | null {
  const match = /^(\d{4}|EM):(\S.*)$/.exec(address.trim())
  return match?.[1] && match[2] ? { scheme: match[1], id: match[2] } : null
}
