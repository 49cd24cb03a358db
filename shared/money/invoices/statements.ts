import { formatMoney } from '../../base/amounts/money.ts'
import { formatDate } from '../../base/format.ts'

export interface StatementLine {
  date: string
  /** `reversal` of a payment that was recorded by mistake: no money was returned. */
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'reversal' | 'write_off' | 'adjustment'
  text: string
  /** The change in the client's balance: positive if more is owed, negative if less. */
  amount: number
  balance: number
}

export interface StatementDto {
  client_id: string
  client_name: string
  currency: string
  /** All currencies with anything on a statement. */
  currencies: string[]
  from: string
  to: string
  opening_balance: number
  lines: StatementLine[]
  closing_balance: number
  /** The client credit included in the balances. */
  opening_credit: number
  closing_credit: number
}

/** The statement's last row: the credit at its beginning and end; null if there was none. */
export function statementCredit({
  opening_credit,
  closing_credit,
  currency,
  from,
}: Pick<StatementDto, 'opening_credit' | 'closing_credit' | 'currency' | 'from'>): [string, string] | null {
  if (opening_credit === 0 && closing_credit === 0) return null
  const money = (amount: number) => formatMoney(amount, currency)
  return [`Of which credit, ${money(opening_credit)} on ${formatDate(from)}`, money(-closing_credit)]
}
