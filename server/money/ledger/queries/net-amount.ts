import type { ExpressionBuilder } from 'kysely'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'

/** An entry's amount without tax in base currency; null while the exchange rate is missing. */
export const netAmount = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.parens(eb('ledger_entries.base_amount', '-', eb.ref('ledger_entries.base_tax')))

/**
 * The tax owed for an entry that can't be deducted, in base currency; null if none is owed. It is a cost that isn't in
 * the amount, so `base_tax` is reduced by it.
 */
export const lostTax = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb
    .selectFrom('ledger_taxes')
    .select((tax) =>
      sumOf<number | null>(tax('owed_tax', '-', tax.fn.coalesce('deducted_tax', 'owed_tax'))).as('lost'),
    )
    .whereRef('ledger_taxes.entry_id', '=', 'ledger_entries.id')
