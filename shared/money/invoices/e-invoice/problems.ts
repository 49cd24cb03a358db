import { currencyDigits, percentOf } from '#shared/base/amounts/money.ts'
import { isCharged, TAX_CATEGORY_NAMES } from '#shared/base/amounts/taxes.ts'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import { countryProblems } from '#shared/money/invoices/e-invoice/country-rules.ts'
import { isRoutable, splitAddress } from '#shared/money/invoices/e-invoice/electronic-addresses.ts'
import { vatNumberOf } from '#shared/money/invoices/e-invoice/party-numbers.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { EInvoiceFormat } from '../../../identity/letterhead/e-invoice-formats.ts'

type Document = Pick<
  InvoiceDocumentDto,
  | 'items'
  | 'parties'
  | 'purchase_order'
  | 'kind'
  | 'currency'
  | 'amount'
  | 'prepaid'
  | 'credited'
  | 'deductions'
>

/** Returns what the document lacks for the format, for its issuer, and where to enter it. */
export function eInvoiceProblems(document: Document, format: EInvoiceFormat): string[] {
  const { parties, kind, credited, deductions } = document
  const [seller, buyer] = [parties.seller, parties.buyer]
  const isInvoice = kind === 'invoice'
  const isGerman = format === 'peppol' && seller.country === 'DE' && buyer.country === 'DE'
  const problems = [
    ...addressProblems(seller, 'Your agency', format, isGerman),
    ...addressProblems(buyer, 'The client', format, isGerman),
    ...taxProblems(document),
    ...roundingProblems(document),
    ...currencyProblems(document),
    ...(format === 'peppol' ? peppolProblems(document) : []),
    ...(format === 'xrechnung' || isGerman ? germanProblems(document) : []),
    ...(format === 'xrechnung' || (format === 'peppol' && seller.country === 'DE')
      ? contactProblems(seller)
      : []),
    ...(format === 'peppol'
      ? countryProblems({
          ...{
            seller,
            buyer,
            isInvoice,
            bank: parties.bank,
            currency: document.currency,
            items: document.items,
          },
          isPaid: document.amount <= document.prepaid,
          hasEarlier: credited !== null || deductions.length > 0,
        })
      : []),
  ]
  return [...new Set(problems)]
}

/** Their lists still have the dobra's former code (BR-CL-04). */
export const UNLISTED = 'STN'

const currencyProblems = ({ currency }: Document): string[] => [
  ...(currencyDigits(currency) !== 2
    ? [`E-invoices need a currency with two decimals, unlike ${currency}.`]
    : []),
  ...(currency === UNLISTED
    ? [`E-invoices can’t be in ${currency}, which their code lists don’t include.`]
    : []),
]

function addressProblems(party: Party, who: string, format: EInvoiceFormat, isGerman: boolean): string[] {
  const problems: string[] = []
  if (party.country === null) problems.push(`${who} needs a country.`)
  const isAddressed = format === 'xrechnung' || isGerman
  if (isAddressed && party.city === null) problems.push(`${who} needs a city.`)
  if (isAddressed && party.postal_code === null) problems.push(`${who} needs a postal code.`)
  const { electronic_address: address } = party
  if (address !== null && (format === 'peppol' ? !isRoutable(address) : splitAddress(address) === null)) {
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
  const isTaxed = known.some((category) => category !== 'outside_scope')
  if (isTaxed && seller.tax_id === null) problems.push('Your agency needs a tax ID.')
  // Outside the scope of tax, VAT numbers must be left out, so that only the register's identifies the seller.
  if (seller.registration_number === null && !(isTaxed && vatNumberOf(seller) !== null)) {
    problems.push(
      isTaxed
        ? 'Your agency needs a registration number, or a VAT number as its tax ID.'
        : 'Your agency needs a registration number.',
    )
  }
  if (categories.has('export') && vatNumberOf(seller) === null) {
    problems.push('Your agency needs a VAT number as its tax ID, because the invoice is an export.')
  }
  if (categories.has('outside_scope') && known.length > 1) {
    const other = known.find((category) => category !== 'outside_scope') ?? 'standard'
    problems.push(
      `Lines outside the scope of tax can’t be combined with lines of “${TAX_CATEGORY_NAMES[other]}”.`,
    )
  }
  if (categories.has('reverse_charge') && vatNumberOf(buyer) === null && buyer.registration_number === null) {
    problems.push(
      'The client needs a VAT number as its tax ID, or a registration number, because reverse charge applies to the invoice.',
    )
  }
  return problems
}

/** Tax of a breakdown may differ from its percentage by less than one unit of the currency (BR-CO-17). */
function roundingProblems({ items }: Document): string[] {
  const groupOf = ({ tax_category, tax_bps }: (typeof items)[number]) =>
    JSON.stringify([tax_category !== null && isCharged(tax_category), tax_bps])
  const isOff = [...new Set(items.map(groupOf))].some((group) => {
    const same = items.filter((item) => groupOf(item) === group)
    const sum = (of: 'net' | 'tax') => same.reduce((total, item) => total + item[of], 0)
    return Math.abs(sum('tax') - percentOf(sum('net'), same[0]?.tax_bps ?? 0)) >= 100
  })
  return isOff
    ? [
        'The tax, rounded on each line, differs too much from its percentage: round it once per rate in Settings › Invoicing.',
      ]
    : []
}

/** Germany's rules, which Peppol has for invoices within the country. */
function germanProblems({ items, parties: { buyer, bank } }: Document): string[] {
  const problems: string[] = []
  if (buyer.buyer_reference === null) problems.push('The client needs a buyer reference (Leitweg-ID).')
  if (buyer.electronic_address === null && buyer.email === null) {
    problems.push('The client needs an electronic address or an email address.')
  }
  if (!bank?.iban) problems.push('Your agency needs an IBAN.')
  if (items.some(({ tax_category }) => tax_category === 'outside_scope')) {
    problems.push('Germany’s rules need a percentage on each line: use an exempt rate instead.')
  }
  return problems
}

/** Germany's rules require a seller's contact (BR-DE-5 to 7), in Peppol, too. */
const contactProblems = ({ phone, email }: Party): string[] => [
  ...(phone === null ? ['Your agency needs a phone number.'] : []),
  ...(email === null ? ['Your agency needs an email address.'] : []),
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
