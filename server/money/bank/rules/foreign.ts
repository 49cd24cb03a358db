import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankSuggestion } from '#shared/money/bank/bank.ts'
import { isNearRate } from '#shared/money/bank/differences.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { type Candidates, clientOf, names, type OpenLine, textOf } from './parties.ts'

/** Invoices in other currencies that a line in the base currency probably pays; never certain, as rates change. */
export function foreignSuggestions(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  if (line.currency !== candidates.base) return []
  const client = clientOf(line, candidates)
  return candidates.invoices.flatMap((invoice): BankSuggestion[] => {
    const { id, number, currency, payable, base_payable: due, written_off: isLost } = invoice
    if (currency === line.currency || isLost || payable <= 0 || due === null) return []
    if (!isNearRate(line.amount, due)) return []
    const isNamed = names(textOf(line), number)
    if (!isNamed && client?.id !== invoice.client_id) return []
    const owed = formatCharged(payable, currency)
    return [
      {
        parts: [{ kind: 'invoice', invoice_id: id, amount: line.amount, settles: payable }],
        label: `${number} of ${invoice.client_name}`,
        reason: `${isNamed ? `The text names ${number}` : `${client?.name}: ${client?.reason}`}, and the amount is about the ${owed} that are due`,
        confidence: isNamed ? 85 : 60,
      },
    ]
  })
}

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
