import { formatBasisPoints, formatCharged, formatMoney, formatPrice } from '../../base/amounts/money.ts'
import { type LineTax, TAX_CATEGORY_NAMES, type TaxedPart, taxSummary } from '../../base/amounts/taxes.ts'
import { formatDate, formatDateRange, formatQuantity, formatTime } from '../../base/format.ts'
import type { Party } from '../../identity/letterhead/parties.ts'
import { hasNoVat, mustDateSupply } from '../ledger/taxes/vat-area.ts'
import { isDeduction, STAGE_NAMES } from './deductions.ts'
import { epcPayload, readableIban } from './epc.ts'
import { askedParts, type InstallmentDto } from './installments.ts'
import type { InvoiceDocumentDto, InvoiceItemDto } from './invoices.ts'

/**
 * An invoice's printed content: screen, PDF, and mail take texts and figures from here. Excludes payments and
 * credits after sending.
 */
export type InvoicePaper = Pick<
  InvoiceDocumentDto,
  | 'kind'
  | 'stage'
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
  | 'prepaid'
  | 'prepaid_granted'
  | 'parties'
  | 'credited'
> & {
  voided: boolean
  instalments: Pick<InstallmentDto, 'due_date' | 'amount'>[]
}

export type Labeled = [label: string, text: string]

/** The part of an invoice shown on its printed form. */
export const paperOf = (invoice: InvoiceDocumentDto): InvoicePaper => ({
  kind: invoice.kind,
  stage: invoice.stage,
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
  prepaid: invoice.prepaid,
  prepaid_granted: invoice.prepaid_granted,
  parties: invoice.parties,
  credited: invoice.credited,
  voided: invoice.status === 'void',
  instalments: invoice.instalments.map(({ due_date, amount }) => ({ due_date, amount })),
})

export const paperName = ({ kind, stage }: Pick<InvoicePaper, 'kind' | 'stage'>): string =>
  kind === 'credit_note' ? 'Credit note' : STAGE_NAMES[stage]

/** A notice if it must not be mistaken for a valid document. */
export function paperStanding({ number, voided }: InvoicePaper): string | null {
  if (voided) return 'Void'
  return number === null ? 'Draft' : null
}

/** The numbers and dates beside the addresses. */
export function paperFacts(paper: InvoicePaper): Labeled[] {
  const facts: [string, string | null][] = [
    [`${paperName(paper)} number`, paper.number],
    ['Issue date', written(paper.issued_on)],
    ['Due date', paper.kind === 'invoice' && !isPlanned(paper) ? written(paper.dueDate) : null],
    ...supplyFacts(paper),
    ['Purchase order', paper.purchase_order],
    ['Buyer reference', paper.parties.buyer.buyer_reference],
    ['Credits', paper.credited && creditedText(paper.credited)],
  ]
  return facts.filter((fact): fact is Labeled => fact[1] !== null && fact[1] !== '')
}

/** Whether it asks for installments, which have their own due dates. */
const isPlanned = ({ instalments, prepaid }: InvoicePaper): boolean =>
  askedParts(instalments, prepaid).length > 0

const written = (date: string | null): string | null => (date === null ? null : formatDate(date))

/** The date of delivery, or the first and last day of a service. */
function supplyFacts(paper: InvoicePaper): Labeled[] {
  const { supply_from: from, supply_to: to } = paper
  const [first, last] = [from ?? to, to ?? from]
  if (suppliedWhenIssued(paper)) return [['Supply date', 'As issue date']]
  if (first === null || last === null) return []
  return [[first === last ? 'Supply date' : 'Supply period', formatDateRange(first, last)]]
}

/**
 * Whether the seller's country requires a date of supply and none was entered. Fees outside the tax aren't a supply.
 */
export const suppliedWhenIssued = ({
  kind,
  supply_from,
  supply_to,
  items,
  parties,
}: Pick<InvoicePaper, 'kind' | 'supply_from' | 'supply_to' | 'items' | 'parties'>): boolean =>
  kind === 'invoice' &&
  supply_from === null &&
  supply_to === null &&
  mustDateSupply(parties.seller.country) &&
  items.some(({ tax_category }) => tax_category !== 'outside_scope')

const creditedText = ({ number, issued_on }: NonNullable<InvoicePaper['credited']>): string =>
  issued_on === null ? `Invoice ${number}` : `Invoice ${number} of ${formatDate(issued_on)}`

/** Details below the seller's address: contact data and the text printed on every document. */
export const sellerDetails = ({ email, phone }: Party, details: string | null): string[] =>
  [[email, phone].filter(Boolean).join(' · '), details ?? ''].filter((line) => line !== '')

type Taxed = Pick<InvoicePaper, 'items' | 'parties'>

/** The headers of `paperRows`; discount and tax only if a line has one. */
export function paperColumns(paper: Taxed): string[] {
  const items = workOf(paper)
  return [
    'Description',
    'Quantity',
    'Rate',
    ...(items.some((item) => item.discount_bps > 0) ? ['Discount'] : []),
    ...(statesTax(paper) ? ['Tax'] : []),
    'Amount',
  ]
}

/** Whether a line is taxed, or the document must say why it isn't. */
const statesTax = ({ items, parties }: Taxed): boolean =>
  items.some(
    ({ tax_bps, tax_category, tax_note }) =>
      tax_bps > 0 || (tax_category !== null && (tax_note !== null || !hasNoVat(parties.seller.country))),
  )

/** The lines of the work; what was received in advance is deducted below them. */
const workOf = ({ items }: Pick<InvoicePaper, 'items'>): InvoiceItemDto[] =>
  items.filter((item) => !isDeduction(item))

/** The lines, with one text per column. */
export function paperRows(paper: Taxed & Pick<InvoicePaper, 'currency'>): string[][] {
  const columns = paperColumns(paper)
  const money = (amount: number) => formatMoney(amount, paper.currency)
  return workOf(paper).map((item) => {
    const texts: Record<string, string> = {
      Description: item.description,
      Quantity: item.seconds === null ? formatQuantity(item.quantity, item.unit) : formatTime(item.seconds),
      Rate: formatPrice(item.rate, paper.currency),
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

/** The taxes by rate; empty if none are specified. */
const paperTaxes = (paper: Taxed): TaxedPart[] => (statesTax(paper) ? taxSummary(paper.items) : [])

/**
 * The totals; the total is followed only by tax in the ledger's currency and by what was paid before. A final invoice
 * has those of the work, each advance invoice with its tax, and those of the rest.
 */
export function paperSums(paper: InvoicePaper): Labeled[] {
  const money = (amount: number) => formatMoney(amount, paper.currency)
  const work = workOf(paper)
  const deducted = paper.items.filter(isDeduction)
  const taxes = paperTaxes({ ...paper, items: work })
  const included = paper.prices_include_tax
  const sums: Labeled[] = []
  if (paper.discount > 0 || taxes.length > 0)
    sums.push(['Subtotal', money(total(work, ({ amount }) => amount))])
  if (paper.discount > 0) sums.push([discountLabel(paper), money(-paper.discount)])
  for (const part of taxes) {
    const name = `${taxName(part)} on ${money(part.net)}`
    sums.push([included ? `Including ${name}` : name, money(part.tax)])
  }
  if (deducted.length > 0) sums.push(...deductionSums(paper, { work, deducted }))
  sums.push([totalLabel(paper), formatCharged(paper.amount, paper.currency)])
  const { tax_in_base: base } = paper
  if (base !== null) {
    sums.push([
      `Tax in ${base.currency} (1 ${paper.currency} = ${base.rate} ${base.currency})`,
      formatMoney(base.amount, base.currency),
    ])
  }
  if (paper.prepaid > 0) {
    const { prepaid_granted: granted } = paper
    const received = paper.prepaid - granted
    if (granted > 0) sums.push(['Credit granted', formatCharged(-granted, paper.currency)])
    if (received > 0) sums.push(['Paid in advance', formatCharged(-received, paper.currency)])
    sums.push([AMOUNT_DUE, formatCharged(askedOf(paper), paper.currency)])
  }
  return sums
}

const total = <Line>(lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0)

const grossOf = ({ net, tax }: InvoiceItemDto): number => net + tax

/** From the total of the work to the remaining tax, as an invoice has to state them (§ 14 (5) UStG). */
function deductionSums(
  paper: Taxed & Pick<InvoicePaper, 'currency'>,
  { work, deducted }: Record<'work' | 'deducted', InvoiceItemDto[]>,
): Labeled[] {
  const { items, parties, currency } = paper
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    ['Total of the work', money(total(work, grossOf))],
    ...deducted.map((item): Labeled => {
      const rate = statesTax({ items: [item], parties }) ? `, ${taxName(item)}: ${money(-item.tax)}` : ''
      return [`${item.description} (net ${money(-item.net)}${rate})`, money(grossOf(item))]
    }),
    ['Remaining net amount', money(total(items, ({ net }) => net))],
    ...paperTaxes(paper).map(
      (part): Labeled => [`Remaining ${taxName(part)} on ${money(part.net)}`, money(part.tax)],
    ),
  ]
}

const TOTAL = 'Total'
const REMAINING = 'Remaining amount'
const AMOUNT_DUE = 'Amount due'

const totalLabel = ({ items }: Pick<InvoicePaper, 'items'>): string =>
  items.some(isDeduction) ? REMAINING : TOTAL

/** The label of the emphasized sum to pay. */
export const strongSum = (paper: Pick<InvoicePaper, 'prepaid' | 'items'>): string =>
  paper.prepaid > 0 ? AMOUNT_DUE : totalLabel(paper)

/** The amount that the document asks for. */
export const askedOf = ({ amount, prepaid }: Pick<InvoicePaper, 'amount' | 'prepaid'>): number =>
  amount - prepaid

const discountLabel = ({ discount_given: { type, value } }: InvoicePaper): string =>
  type === 'percent' ? `Discount ${formatBasisPoints(value)}` : 'Discount'

/** The due dates of installments; empty if it is due at once. */
export const paperInstallments = ({
  instalments,
  prepaid,
  currency,
}: Pick<InvoicePaper, 'instalments' | 'prepaid' | 'currency'>): Labeled[] =>
  askedParts(instalments, prepaid).map(({ number, due_date, amount }) => [
    `Installment ${number}`,
    `${formatCharged(amount, currency)}, due on ${formatDate(due_date)}`,
  ])

/** The legally required tax notes, without duplicates. */
export function paperTaxNotes(paper: Taxed): string[] {
  const notes = paperTaxes(paper).flatMap((part) =>
    part.tax_note === null ? [] : [`${taxName(part)}: ${part.tax_note}`],
  )
  return [...new Set(notes)]
}

export interface TransferDetails {
  rows: Labeled[]
  /** The QR code's content; null if banking apps couldn't read it. */
  epc: string | null
}

/** How to transfer `due`; null if nothing is due or there is no bank account. */
export function paperTransfer(paper: InvoicePaper, due = askedOf(paper)): TransferDetails | null {
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
    rows: rows.filter((row): row is Labeled => row[1] !== null && row[1] !== ''),
    epc:
      paper.number === null
        ? null
        : epcPayload({ bank, seller: seller.company ?? seller.name, currency, amount: due, reference }),
  }
}

export const IBAN = 'IBAN'
