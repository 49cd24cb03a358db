import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankSuggestion } from '#shared/money/bank/bank.ts'
import { type Candidates, clientOf, names, type OpenLine, textOf } from './parties.ts'

/** How far the rate of the day may be from the invoice's. */
const MAX_DIFFERENCE_BPS = 500

/** Invoices in other currencies that a line in the base currency probably pays; never certain, as rates change. */
export function foreignSuggestions(line: OpenLine, candidates: Candidates): BankSuggestion[] {
  if (line.currency !== candidates.base) return []
  const client = clientOf(line, candidates)
  return candidates.invoices.flatMap((invoice): BankSuggestion[] => {
    const { id, number, currency, payable, base_payable: due, written_off: isLost } = invoice
    if (currency === line.currency || isLost || payable <= 0 || due === null) return []
    if (Math.abs(line.amount - due) * 10_000 > due * MAX_DIFFERENCE_BPS) return []
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
