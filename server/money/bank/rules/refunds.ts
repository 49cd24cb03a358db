import { daysBetween } from '#shared/base/calendar.ts'
import type { BankSuggestion } from '#shared/money/bank/bank.ts'
import { type Candidates, clientOf, names, type OpenLine, textOf } from './parties.ts'

/** Days between a refund entered by hand and its line. */
const ENTERED_DAYS = 10

/** Refunds that someone has entered come before a new one, which would count them twice. */
export function refundSuggestions(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  if (line.amount >= 0) return []
  const entered = enteredRefunds(line, candidates)
  return entered.length > 0 ? entered : newRefunds(line, candidates)
}

export const refundLabel = (number: string | null, client: string): string =>
  number === null ? `Refund to ${client}` : `Refund of ${number} to ${client}`

function enteredRefunds(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  const client = clientOf(line, candidates)
  return candidates.refunds
    .filter((refund) => refund.currency === line.currency && refund.amount === -line.amount)
    .flatMap((refund): BankSuggestion[] => {
      const isNamed = refund.number !== null && names(textOf(line), refund.number)
      const isPayee = client !== null && client.id === refund.client_id
      const isNear = Math.abs(daysBetween(refund.day, line.booked_on)) <= ENTERED_DAYS
      if (!isNamed && !isPayee && !isNear) return []
      const why = isNamed ? ' and the text match' : isPayee ? ' and the payee match' : ' matches'
      return [
        {
          parts: [{ kind: 'entered_refund', refund_id: refund.id }],
          label: refundLabel(refund.number, refund.client_name),
          reason: `It is in the books, and the amount${why}`,
          confidence: isNamed ? 99 : isPayee && isNear ? 95 : 70,
        },
      ]
    })
}

/** Never certain: money paid to a client can be anything. */
function newRefunds(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  const client = clientOf(line, candidates)
  return candidates.refundable
    .filter((payment) => payment.currency === line.currency && payment.left >= -line.amount)
    .flatMap((payment): BankSuggestion[] => {
      const isNamed = payment.number !== null && names(textOf(line), payment.number)
      const isPayee = client !== null && client.id === payment.client_id
      const isWhole = payment.left === -line.amount
      if (!isNamed && !(isPayee && isWhole)) return []
      return [
        {
          parts: [{ kind: 'refund', payment_id: payment.id, amount: -line.amount }],
          label: refundLabel(payment.number, payment.client_name),
          reason: isNamed
            ? `The text names ${payment.number}, which was paid`
            : 'The payee is the client, who paid this amount',
          confidence: isNamed ? (isPayee || isWhole ? 85 : 75) : 60,
        },
      ]
    })
}
