import { bare, type Candidates, names, type OpenInvoice, type OpenLine, textOf } from './parties.ts'

export interface NamedInvoices {
  /** Those that the line can pay. */
  payable: OpenInvoice[]
  /** “INV-0007, which is paid”: one that it can't pay, unless it names another that it can. */
  other: string | null
}

/** The invoices that the line's text names. */
export function namedInvoices(line: OpenLine, { invoices, settled }: Candidates): NamedInvoices {
  const text = textOf(line)
  const open = invoices.filter(({ number }) => names(text, number))
  const payable = open.filter((invoice) => isPayable(invoice, line))
  if (payable.length > 0) return { payable, other: null }
  const [first] = open
  if (first !== undefined) {
    const why = first.currency === line.currency ? 'has a payment under way' : `is in ${first.currency}`
    return { payable, other: `${first.number}, which ${why}` }
  }
  const whole = bare(text)
  const former = settled.find((invoice) => whole.includes(invoice.bare) && names(text, invoice.number))
  return { payable, other: former === undefined ? null : `${former.number}, which is ${former.status}` }
}

export const isPayable = ({ currency, payable }: OpenInvoice, line: OpenLine): boolean =>
  currency === line.currency && payable > 0

/** The highest confidence of a suggestion if the text names another document. */
const MAX_CONFIDENCE_IF_OTHER_NAMED = 70

/** A suggestion from the payer and the amount, which the name of another document makes uncertain. */
export const unlessNamed = <Kind extends { confidence: number; reason: string }>(
  suggestion: Kind,
  named: string | null,
): Kind =>
  named === null || suggestion.confidence <= MAX_CONFIDENCE_IF_OTHER_NAMED
    ? suggestion
    : {
        ...suggestion,
        reason: `${suggestion.reason}, but the text names ${named}`,
        confidence: MAX_CONFIDENCE_IF_OTHER_NAMED,
      }
