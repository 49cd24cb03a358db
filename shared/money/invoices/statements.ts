export interface StatementLine {
  date: string
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'write_off' | 'adjustment'
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
