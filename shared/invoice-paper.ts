import { formatWrittenDate, formatWrittenRange } from './dates.ts'
import { epcPayload, readableIban } from './epc.ts'
import type { InstalmentDto } from './instalments.ts'
import type { InvoiceDocumentDto, InvoiceItemDto } from './invoices.ts'
import { formatBasisPoints, formatCharged, formatMoney } from './money.ts'
import type { Party } from './parties.ts'
import { type LineTax, TAX_CATEGORY_NAMES, type TaxedPart, taxSummary } from './taxes.ts'

/**
 * What an invoice says as it was sent, and nothing else of it: screen, PDF and mail take their words and
 * figures from here. Payments and credits are no part of it.
 */
export type InvoicePaper = Pick<
  InvoiceDocumentDto,
  | 'kind'
  | 'number'
  | 'title'
  | 'description'
  | 'notes'
  | 'currency'
  | 'issued_on'
  | 'dueDate'
  | 'supply_from'
  | 'supply_to'
  | 'purchase_order'
  | 'prices_include_tax'
  | 'items'
  | 'subtotal'
  | 'discount'
  | 'discount_given'
  | 'tax'
  | 'tax_in_base'
  | 'amount'
  | 'parties'
  | 'credited'
> & {
  voided: boolean
  instalments: Pick<InstalmentDto, 'due_date' | 'amount'>[]
}

export type Labelled = [label: string, text: string]

/** The part of an invoice that its sheet shows. */
export const paperOf = (invoice: InvoiceDocumentDto): InvoicePaper => ({
  kind: invoice.kind,
  number: invoice.number,
  title: invoice.title,
  description: invoice.description,
  notes: invoice.notes,
  currency: invoice.currency,
  issued_on: invoice.issued_on,
  dueDate: invoice.dueDate,
  supply_from: invoice.supply_from,
  supply_to: invoice.supply_to,
  purchase_order: invoice.purchase_order,
  prices_include_tax: invoice.prices_include_tax,
  items: invoice.items,
  subtotal: invoice.subtotal,
  discount: invoice.discount,
  discount_given: invoice.discount_given,
  tax: invoice.tax,
  tax_in_base: invoice.tax_in_base,
  amount: invoice.amount,
  parties: invoice.parties,
  credited: invoice.credited,
  voided: invoice.status === 'void',
  instalments: invoice.instalments.map(({ due_date, amount }) => ({ due_date, amount })),
})

export const paperName = ({ kind }: Pick<InvoicePaper, 'kind'>): string =>
  kind === 'credit_note' ? 'Credit note' : 'Invoice'

/** What must not be taken for a document in force. */
export function paperStanding({ number, voided }: InvoicePaper): string | null {
  if (voided) return 'Void'
  return number === null ? 'Draft' : null
}

/** The numbers and dates beside the addresses. */
export function paperFacts(paper: InvoicePaper): Labelled[] {
  const facts: [string, string | null][] = [
    [`${paperName(paper)} number`, paper.number],
    ['Issue date', written(paper.issued_on)],
    ['Due date', paper.kind === 'invoice' ? written(paper.dueDate) : null],
    ...supplyFacts(paper),
    ['Purchase order', paper.purchase_order],
    ['Buyer reference', paper.parties.buyer.buyer_reference],
    ['Credits', paper.credited && creditedText(paper.credited)],
  ]
  return facts.filter((fact): fact is Labelled => fact[1] !== null && fact[1] !== '')
}

const written = (date: string | null): string | null => (date === null ? null : formatWrittenDate(date))

/** One day of delivery, or the first and last day of a service. */
function supplyFacts({ supply_from: from, supply_to: to }: InvoicePaper): Labelled[] {
  const [first, last] = [from ?? to, to ?? from]
  if (first === null || last === null) return []
  return [[first === last ? 'Supply date' : 'Supply period', formatWrittenRange(first, last)]]
}

const creditedText = ({ number, issued_on }: NonNullable<InvoicePaper['credited']>): string =>
  issued_on === null ? `Invoice ${number}` : `Invoice ${number} of ${formatWrittenDate(issued_on)}`

/** Below the seller's address: how to reach them, and what they print on every document. */
export const sellerDetails = ({ email, phone }: Party, details: string | null): string[] =>
  [[email, phone].filter(Boolean).join(' · '), details ?? ''].filter((line) => line !== '')

/** The heads of `paperRows`; discount and tax only where a line has one. */
export function paperColumns({ items }: Pick<InvoicePaper, 'items'>): string[] {
  return [
    'Description',
    'Quantity',
    'Rate',
    ...(items.some((item) => item.discount_bps > 0) ? ['Discount'] : []),
    ...(items.some(isTaxed) ? ['Tax'] : []),
    'Amount',
  ]
}

const isTaxed = ({ tax_bps, tax_category }: LineTax): boolean => tax_bps > 0 || tax_category !== null

/** The lines, each a text for each column. */
export function paperRows(paper: Pick<InvoicePaper, 'items' | 'currency'>): string[][] {
  const columns = paperColumns(paper)
  const money = (amount: number) => formatMoney(amount, paper.currency)
  return paper.items.map((item) => {
    const texts: Record<string, string> = {
      Description: item.description,
      Quantity: item.unit === null ? String(item.quantity) : `${item.quantity} ${item.unit}`,
      Rate: money(item.rate),
      Discount: item.discount_bps === 0 ? '' : formatBasisPoints(-item.discount_bps),
      Tax: lineTax(item),
      Amount: money(item.amount),
    }
    return columns.map((column) => texts[column] ?? '')
  })
}

function lineTax(item: InvoiceItemDto): string {
  if (item.tax_bps > 0) return formatBasisPoints(item.tax_bps)
  return item.tax_category === null ? '' : taxName(item)
}

/** `VAT 19%`, `Reverse charge`. */
function taxName({ tax_bps, tax_name, tax_category }: LineTax): string {
  const name = tax_name ?? (tax_category === null || tax_bps > 0 ? 'Tax' : TAX_CATEGORY_NAMES[tax_category])
  const named = name.includes('%') || (tax_bps === 0 && tax_category !== null)
  return named ? name : `${name} ${formatBasisPoints(tax_bps)}`
}

/** The taxes by rate; none where nothing was said of any. */
const paperTaxes = ({ items }: Pick<InvoicePaper, 'items'>): TaxedPart[] =>
  items.some(isTaxed) ? taxSummary(items) : []

/** The sums at the foot, the total last but for what it is in the books' currency. */
export function paperSums(paper: InvoicePaper): Labelled[] {
  const money = (amount: number) => formatMoney(amount, paper.currency)
  const taxes = paperTaxes(paper)
  const included = paper.prices_include_tax
  const sums: Labelled[] = []
  if (paper.discount > 0 || taxes.length > 0) sums.push(['Subtotal', money(paper.subtotal)])
  if (paper.discount > 0) sums.push([discountLabel(paper), money(-paper.discount)])
  for (const part of taxes) {
    const name = `${taxName(part)} on ${money(part.net)}`
    sums.push([included ? `Including ${name}` : name, money(part.tax)])
  }
  sums.push([TOTAL, formatCharged(paper.amount, paper.currency)])
  const { tax_in_base: base } = paper
  if (base !== null) {
    sums.push([
      `Tax in ${base.currency} (1 ${paper.currency} = ${base.rate} ${base.currency})`,
      formatMoney(base.amount, base.currency),
    ])
  }
  return sums
}

export const TOTAL = 'Total'

const discountLabel = ({ discount_given: { type, value } }: InvoicePaper): string =>
  type === 'percent' ? `Discount ${formatBasisPoints(value)}` : 'Discount'

/** When which part is due; nothing where all of it is at once. */
export const paperInstalments = ({
  instalments,
  currency,
}: Pick<InvoicePaper, 'instalments' | 'currency'>): Labelled[] =>
  instalments.map(({ due_date, amount }, index) => [
    `Instalment ${index + 1}`,
    `${formatCharged(amount, currency)}, due on ${formatWrittenDate(due_date)}`,
  ])

/** What the law wants to be said of the taxes, each once. */
export function paperTaxNotes(paper: Pick<InvoicePaper, 'items'>): string[] {
  const notes = paperTaxes(paper).flatMap((part) =>
    part.tax_note === null ? [] : [`${taxName(part)}: ${part.tax_note}`],
  )
  return [...new Set(notes)]
}

export interface TransferDetails {
  rows: Labelled[]
  /** What the QR code says; null where no banking app could read it. */
  epc: string | null
}

/** How to transfer `due`; null where nothing is to be paid or no account is known. */
export function paperTransfer(paper: InvoicePaper, due = paper.amount): TransferDetails | null {
  const { bank, seller } = paper.parties
  if (bank === null || paper.kind !== 'invoice' || paper.voided || due <= 0) return null
  const { currency } = paper
  const reference = paper.number ?? ''
  const rows: [string, string | null][] = [
    ['Account holder', bank.account_holder],
    [IBAN, bank.iban && readableIban(bank.iban)],
    ['BIC', bank.bic],
    ['Bank', bank.bank_name],
    ['Reference', reference],
    ['Amount to transfer', formatCharged(due, currency)],
  ]
  return {
    rows: rows.filter((row): row is Labelled => row[1] !== null && row[1] !== ''),
    epc:
      paper.number === null
        ? null
        : epcPayload({ bank, seller: seller.company ?? seller.name, currency, amount: due, reference }),
  }
}

export const IBAN = 'IBAN'
