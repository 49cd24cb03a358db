import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankPart, BankSuggestion } from '#shared/money/bank/bank.ts'
import { isPayable, type NamedInvoices, unlessNamed } from './named.ts'
import { type Candidates, clientOf, type OpenInvoice, type OpenLine } from './parties.ts'

/** A shortfall of up to this share may be fees that banks withheld. */
const MAX_FEES_BPS = 500
/** The maximum number of equally likely invoices to suggest. */
const MAX_EQUAL = 3
/** The highest confidence of recovering a loss, which a person decides. */
const MAX_RECOVERY_CONFIDENCE = 85

/** The open invoices in the line's currency that it may pay. */
export function invoiceSuggestions(
  line: OpenLine,
  candidates: Candidates,
  { payable, other }: NamedInvoices,
): BankSuggestion[] {
  const [only] = payable
  if (only !== undefined) {
    return payable.length === 1 ? ofNamed(line, only, candidates) : ofAllNamed(line, payable, candidates)
  }
  return unnamed(line, candidates).map((suggestion) => unlessNamed(suggestion, other))
}

/** By the payer and the amount. */
function unnamed(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  const payable = candidates.invoices.filter((invoice) => isPayable(invoice, line))
  const open = payable.filter((invoice) => !invoice.written_off)
  const client = clientOf(line, candidates)
  if (client === null) return byAmount(line, open)
  const theirs = open.filter((invoice) => invoice.client_id === client.id)
  const all = payable.filter(({ client_id, payable: due }) => client_id === client.id && due === line.amount)
  const due = all.filter((invoice) => !invoice.written_off)
  const whole = due.length > 0 ? due : all
  const reason = `${client.name}: ${client.reason}`
  const found: BankSuggestion[] = []
  for (const invoice of whole.slice(0, MAX_EQUAL)) {
    const confidence = whole.length > 1 ? 70 : client.sure ? 93 : 86
    found.push(paid([invoice], `${reason}, and ${amountOf(invoice)}`, confidence))
  }
  if (whole.length === 0 && theirs.length > 1 && sumOf(theirs) === line.amount) {
    found.push(paid(theirs, `${reason}, and the amount is all that is due`, client.sure ? 91 : 82))
  }
  for (const invoice of whole.length === 0 ? theirs.slice(0, 1) : []) {
    found.push(...withCharges(line, [invoice], candidates, { reason, confidence: client.sure ? 90 : 80 }))
    if (line.amount < invoice.payable) {
      found.push(partly(line, invoice, `${reason}, but the amount is less than due`, 45))
    }
  }
  found.push({
    parts: [{ kind: 'deposit', client_id: client.id, amount: line.amount }],
    label: `Credit of ${client.name}`,
    reason,
    confidence: client.sure ? 55 : 40,
  })
  return found
}

function ofNamed(line: OpenLine, invoice: OpenInvoice, candidates: Candidates): BankSuggestion[] {
  const reason = `The text names ${invoice.number}`
  const difference = line.amount - invoice.payable
  if (difference === 0) return [paid([invoice], `${reason}, and ${amountOf(invoice)}`, 98)]
  if (difference > 0) {
    const rest = formatCharged(difference, line.currency)
    return [
      {
        parts: [
          partOf(invoice, invoice.payable),
          { kind: 'deposit', client_id: invoice.client_id, amount: difference },
        ],
        label: `${labelOf([invoice])}, ${rest} as credit`,
        reason: `${reason}, and ${rest} is more than due`,
        confidence: 80,
      },
    ]
  }
  const missing = formatCharged(-difference, line.currency)
  const charged = withCharges(line, [invoice], candidates, { reason, confidence: 95 })
  if (charged.length > 0) return charged
  const isFee = line.currency === candidates.base && -difference * 10_000 <= invoice.payable * MAX_FEES_BPS
  return [
    partly(line, invoice, `${reason}, and ${missing} is missing`, 75),
    ...(isFee
      ? [withFee(line, [invoice], `${reason}, and the missing ${missing} may be bank fees`, 65)]
      : []),
  ]
}

function ofAllNamed(line: OpenLine, named: OpenInvoice[], candidates: Candidates): BankSuggestion[] {
  const reason = `The text names ${named.map(({ number }) => number).join(', ')}`
  const total = sumOf(named)
  if (total === line.amount) return [paid(named, `${reason}, and the amount is due`, 97)]
  const charged = withCharges(line, named, candidates, { reason, confidence: 94 })
  if (charged.length > 0) return charged
  const whole = named.filter((invoice) => invoice.payable === line.amount)
  if (whole.length > 0)
    return whole.map((invoice) => paid([invoice], `${reason}, and this amount is due`, 75))
  if (total < line.amount) return []
  let left = line.amount
  const parts = named.flatMap((invoice): BankPart[] => {
    const amount = Math.min(left, invoice.payable)
    left -= amount
    return amount > 0 ? [partOf(invoice, amount)] : []
  })
  return [{ parts, label: labelOf(named), reason: `${reason}, but the amount is less`, confidence: 60 }]
}

/** Without a payer and a number, only the amount is left. */
function byAmount(line: OpenLine, open: OpenInvoice[]): BankSuggestion[] {
  const whole = open.filter((invoice) => invoice.payable === line.amount)
  if (whole.length > MAX_EQUAL) return []
  const reason =
    whole.length === 1 ? 'Only this invoice has this amount due' : 'More than one invoice has this amount due'
  return whole.map((invoice) => paid([invoice], reason, whole.length === 1 ? 50 : 30))
}

/**
 * The bank states its deduction, which together with the amount is what is due. Fees are expenses in the base
 * currency.
 */
function withCharges(
  line: OpenLine,
  invoices: OpenInvoice[],
  { base }: Candidates,
  { reason, confidence }: { reason: string; confidence: number },
): BankSuggestion[] {
  if (line.charges === 0 || line.currency !== base || sumOf(invoices) !== line.amount + line.charges)
    return []
  const words = formatCharged(line.charges, line.currency)
  return [withFee(line, invoices, `${reason}, and the bank deducted ${words}`, confidence)]
}

const withFee = (
  line: OpenLine,
  invoices: OpenInvoice[],
  reason: string,
  confidence: number,
): BankSuggestion => ({
  parts: [
    ...invoices.map((invoice) => partOf(invoice, invoice.payable)),
    {
      kind: 'expense',
      amount: sumOf(invoices) - line.amount,
      category: 'other',
      description: `Bank fees of ${invoices.map(({ number }) => number).join(', ')}`.slice(0, 200),
      vendor: null,
    },
  ],
  label: `${labelOf(invoices)}, less bank fees`,
  reason,
  confidence: invoices.some(isWrittenOff) ? Math.min(confidence, MAX_RECOVERY_CONFIDENCE) : confidence,
})

const paid = (invoices: OpenInvoice[], reason: string, confidence: number): BankSuggestion => ({
  parts: invoices.map((invoice) => partOf(invoice, invoice.payable)),
  label: labelOf(invoices),
  reason,
  confidence: invoices.some(isWrittenOff) ? Math.min(confidence, MAX_RECOVERY_CONFIDENCE) : confidence,
})

const partly = (
  line: OpenLine,
  invoice: OpenInvoice,
  reason: string,
  confidence: number,
): BankSuggestion => ({
  parts: [partOf(invoice, line.amount)],
  label: `Part of ${labelOf([invoice])}`,
  reason,
  confidence,
})

const partOf = ({ id }: OpenInvoice, amount: number): BankPart => ({
  kind: 'invoice',
  invoice_id: id,
  amount,
})

const isWrittenOff = ({ written_off }: OpenInvoice): boolean => written_off

const amountOf = (invoice: OpenInvoice): string =>
  isWrittenOff(invoice) ? 'the amount was written off' : 'the amount is due'

const sumOf = (invoices: readonly OpenInvoice[]): number =>
  invoices.reduce((sum, { payable }) => sum + payable, 0)

function labelOf(invoices: readonly OpenInvoice[]): string {
  const [first] = invoices
  const numbers = invoices
    .map((invoice) => `${invoice.number}${isWrittenOff(invoice) ? ' (written off)' : ''}`)
    .join(', ')
  return first === undefined ? '' : `${numbers} of ${first.client_name}`
}
