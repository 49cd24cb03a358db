import type { BankMatchKind } from '#shared/money/bank/bank.ts'
import { AppError } from '../../../base/core/calls/errors.ts'

/** The line being settled, locked by the transaction. */
export interface LineToBook {
  id: string
  account_id: string
  booked_on: string
  amount: number
  currency: string
  party_name: string
  party_iban: string
  text: string
}

/** The result of booking a part, with its amount as on the line. */
export interface BookedPart {
  kind: BankMatchKind
  amount: number
  /** Whether something was booked; otherwise the books already had it. */
  booked: boolean
  client_id?: string
  invoice_id?: string
  payment_id?: string
  refund_id?: string
  expense_id?: string
  payout_id?: string
  provider_payout_id?: string
  other_line_id?: string
  /** The entry of its exchange difference. */
  difference_id?: string
}

export const inOtherCurrency = (what: string, currency: string, line: LineToBook): AppError =>
  new AppError('BAD_REQUEST', `${what} is in ${currency}, but the line is in ${line.currency}.`, {
    reason: 'currency_differs',
  })
