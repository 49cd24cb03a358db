import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { currencyCode } from './exchange.ts'

export const statementInput = z.strictObject({
  client_id: z.uuid(),
  from: calendarDate,
  to: calendarDate,
  /** Defaults to what the client is billed in. */
  currency: currencyCode.optional(),
})

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
  /** All the currencies in which there is something to state. */
  currencies: string[]
  from: string
  to: string
  opening_balance: number
  lines: StatementLine[]
  closing_balance: number
  /** What the balances hold of the client's credit. */
  opening_credit: number
  closing_credit: number
}
