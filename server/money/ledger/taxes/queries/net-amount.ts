import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../../../base/db/schema.ts'

/** An entry's amount without tax in base currency; null while the exchange rate is missing. */
export const netAmount = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.parens(eb('ledger_entries.base_amount', '-', eb.ref('ledger_entries.base_tax')))
