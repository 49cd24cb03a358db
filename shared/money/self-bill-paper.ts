import { formatBasisPoints, formatCharged, formatMoney } from '../base/amounts/money.ts'
import { formatDate, formatDateRange, formatTime } from '../base/format.ts'
import type { Party } from '../identity/letterhead/parties.ts'
import { DEFAULT_TAX_NOTES } from '../identity/letterhead/profile.ts'
import type { BillTreatment } from './bills.ts'
import type { Labeled } from './invoices/invoice-paper.ts'
import { IN_UNION, mustDateSupply } from './ledger/taxes/vat-area.ts'

export interface SelfBillLine {
  description: string
  /** Null for an amount without hours. */
  seconds: number | null
  /** Minor units per hour. */
  rate: number | null
  amount: number
}

/** A self-billed document's printed content, as it was made. */
export interface SelfBillPaper {
  number: string
  issued_on: string
  currency: string
  supplier: Party
  customer: Party
  /** Of the hours; null if it isn't known. */
  supply_from: string | null
  supply_to: string | null
  lines: SelfBillLine[]
  /** Whether the lines' amounts have the tax in them. */
  includes_tax: boolean
  treatment: BillTreatment
  tax_bps: number
  net: number
  tax: number
  /** The day on which the contributor accepted the agreement. */
  agreed_on: string
  /** What this document cancels; null on others. */
  cancels: { number: string; issued_on: string; reason: string } | null
}

type Supplied = Pick<SelfBillPaper, 'supplier'>

/**
 * Whether the law requires this word if the customer writes the invoice: § 14 (4) 10 UStG, § 11 (8) UStG in
 * Austria.
 */
const asksForGutschrift = ({ supplier: { country } }: Supplied): boolean =>
  country === 'DE' || country === 'AT'

const selfBillName = (paper: Supplied): string =>
  asksForGutschrift(paper) ? 'Gutschrift (self-billing invoice)' : 'Self-billing invoice'

/** The document's title. */
export const selfBillTitle = (paper: Supplied & Pick<SelfBillPaper, 'cancels'>): string => {
  if (paper.cancels === null) return selfBillName(paper)
  return asksForGutschrift(paper) ? 'Cancellation (Storno)' : 'Cancellation'
}

export function selfBillFacts(paper: SelfBillPaper): Labeled[] {
  const { cancels, supply_from: from, supply_to: to } = paper
  const facts: Labeled[] = [
    ['Number', paper.number],
    ['Issue date', formatDate(paper.issued_on)],
  ]
  if (cancels !== null) {
    facts.push(['Cancels', `${selfBillName(paper)} ${cancels.number} of ${formatDate(cancels.issued_on)}`])
  } else if (from !== null && to !== null) {
    facts.push([from === to ? 'Supply date' : 'Supply period', formatDateRange(from, to)])
  } else if (mustDateSupply(paper.supplier.country)) {
    facts.push(['Supply date', 'As issue date'])
  }
  return facts
}

const COLUMNS = ['Description', 'Hours', 'Rate', 'Amount']

const hasHours = ({ lines }: Pick<SelfBillPaper, 'lines'>): boolean =>
  lines.some(({ seconds }) => seconds !== null)

/** Hours and rate only if a line has them. */
export const selfBillColumns = (paper: SelfBillPaper): string[] =>
  hasHours(paper) ? COLUMNS : COLUMNS.filter((name) => name !== 'Hours' && name !== 'Rate')

export function selfBillRows(paper: SelfBillPaper): string[][] {
  const money = (amount: number) => formatMoney(amount, paper.currency)
  return paper.lines.map(({ description, seconds, rate, amount }) =>
    hasHours(paper)
      ? [
          description,
          seconds === null ? '' : formatTime(seconds),
          rate === null ? '' : money(rate),
          money(amount),
        ]
      : [description, money(amount)],
  )
}

export const SELF_BILL_TOTAL = 'Total'

export function selfBillSums(paper: SelfBillPaper): Labeled[] {
  const { currency, net, tax, tax_bps, includes_tax } = paper
  const total: Labeled = [SELF_BILL_TOTAL, formatCharged(net + tax, currency)]
  if (paper.treatment !== 'taxed') return [total]
  const taxed = `Tax ${formatBasisPoints(tax_bps)} on ${formatMoney(net, currency)}`
  const part: Labeled = [includes_tax ? `Including ${taxed}` : taxed, formatMoney(tax, currency)]
  return includes_tax ? [part, total] : [['Net amount', formatMoney(net, currency)], part, total]
}

/** Why it has no tax, and who wrote it. */
export function selfBillNotes(paper: SelfBillPaper): string[] {
  const note = taxNote(paper)
  const issued = `Issued by ${nameOf(paper.customer)} in the name of ${nameOf(paper.supplier)}, as agreed on ${formatDate(paper.agreed_on)}.`
  const { cancels } = paper
  if (cancels === null) return [...note, issued]
  return [`Reason: ${cancels.reason}`, ...note, issued]
}

const nameOf = ({ company, name }: Party): string => company ?? name

function taxNote({ supplier: { country }, treatment, tax }: SelfBillPaper): string[] {
  if (treatment === 'reverse_charge') {
    if (country === 'DE' || country === 'AT') {
      return [`Steuerschuldnerschaft des Leistungsempfängers. ${DEFAULT_TAX_NOTES.reverse_charge}`]
    }
    return [
      country !== null && IN_UNION.includes(country)
        ? (DEFAULT_TAX_NOTES.reverse_charge ?? '')
        : 'Reverse charge: the recipient accounts for the tax.',
    ]
  }
  if (treatment === 'small_business') {
    const law = country === 'DE' ? ' (§ 19 UStG)' : country === 'AT' ? ' (§ 6 (1) 27 UStG)' : ''
    return [`No tax is charged: the supplier is a small business${law}.`]
  }
  // Required by HMRC (VAT Notice 700/62).
  return country === 'GB' && tax !== 0 ? ['The VAT shown is your output tax due to HMRC.'] : []
}
