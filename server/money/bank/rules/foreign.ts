import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankSuggestion } from '#shared/money/bank/bank.ts'
import { isNearRate } from '#shared/money/bank/differences.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { type Candidates, clientOf, names, type OpenLine, paymentLabel, textOf } from './parties.ts'
import { refundLabel } from './refunds.ts'

/** Entries in other currencies that a line in the base currency probably settles; never certain, as rates change. */
export function foreignSuggestions(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  if (line.currency !== candidates.base) return []
  if (line.amount > 0) return [...announcedPayments(line, candidates), ...invoicesPaid(line, candidates)]
  const entered = enteredRefunds(line, candidates)
  return entered.length > 0 ? entered : newRefunds(line, candidates)
}

interface Entry {
  number: string | null
  client_id: string | null
  currency: string
  /** Minor units of its currency. */
  amount: number
  /** At its exchange rate; null if it is missing. */
  base_amount: number | null
}

/** Why the line probably settles the entry; null if its amount, or its text and party, don't match. */
function likelihood(
  line: OpenLine,
  candidates: Candidates,
  { number, client_id, currency, amount, base_amount }: Entry,
  state: string,
): Pick<BankSuggestion, 'reason' | 'confidence'> | null {
  if (currency === line.currency || amount <= 0 || base_amount === null) return null
  if (!isNearRate(Math.abs(line.amount), base_amount)) return null
  const isNamed = number !== null && names(textOf(line), number)
  const client = clientOf(line, candidates)
  if (!isNamed && (client === null || client.id !== client_id)) return null
  const why = isNamed ? `The text names ${number}` : `${client?.name}: ${client?.reason}`
  const reason = `${why}, and the amount is about the ${formatCharged(amount, currency)} that ${state}`
  return { reason, confidence: isNamed ? 85 : 60 }
}

const announcedPayments = (line: OpenLine, candidates: Candidates): BankSuggestion[] =>
  candidates.payments.flatMap((payment): BankSuggestion[] => {
    const likely = payment.pending ? likelihood(line, candidates, payment, 'were announced') : null
    if (likely === null) return []
    return [
      {
        parts: [{ kind: 'payment', payment_id: payment.id, amount: line.amount }],
        label: paymentLabel(payment),
        ...likely,
      },
    ]
  })

const invoicesPaid = (line: OpenLine, candidates: Candidates): BankSuggestion[] =>
  candidates.invoices.flatMap(({ payable, base_payable, written_off, ...invoice }): BankSuggestion[] => {
    const entry = { ...invoice, amount: payable, base_amount: base_payable }
    const likely = written_off ? null : likelihood(line, candidates, entry, 'are due')
    if (likely === null) return []
    return [
      {
        parts: [{ kind: 'invoice', invoice_id: invoice.id, amount: line.amount, settles: payable }],
        label: `${invoice.number} of ${invoice.client_name}`,
        ...likely,
      },
    ]
  })

const enteredRefunds = (line: OpenLine, candidates: Candidates): BankSuggestion[] =>
  candidates.refunds.flatMap((refund): BankSuggestion[] => {
    const likely = likelihood(line, candidates, refund, 'were refunded')
    if (likely === null) return []
    return [
      {
        parts: [{ kind: 'entered_refund', refund_id: refund.id, amount: -line.amount }],
        label: refundLabel(refund.number, refund.client_name),
        ...likely,
      },
    ]
  })

const newRefunds = (line: OpenLine, candidates: Candidates): BankSuggestion[] =>
  candidates.refundable.flatMap((payment): BankSuggestion[] => {
    const { id, left, base_left } = payment
    const entry = { ...payment, amount: left, base_amount: base_left }
    const likely = likelihood(line, candidates, entry, 'were paid')
    if (likely === null) return []
    return [
      {
        parts: [{ kind: 'refund', payment_id: id, amount: -line.amount, settles: left }],
        label: refundLabel(payment.number, payment.client_name),
        ...likely,
      },
    ]
  })

/** Throws CONFLICT if exchange rates don't explain the difference, unless that is confirmed. */
export function requireNearRate(amount: number, booked: number, currency: string, confirmed = false): void {
  if (confirmed || isNearRate(amount, booked)) return
  const [inBooks, moved] = [formatCharged(booked, currency), formatCharged(amount, currency)]
  throw new AppError(
    'CONFLICT',
    `At its exchange rate, this pays ${inBooks}, but the line pays ${moved}. Check both amounts, or confirm the difference.`,
    { reason: 'large_difference' },
  )
}
