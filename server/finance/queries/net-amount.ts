import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** What an entry is without its tax, in base; null while the exchange rate is missing. */
export const netAmount = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.parens(eb('ledger_entries.base_amount', '-', eb.ref('ledger_entries.base_tax')))
