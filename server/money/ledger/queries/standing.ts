import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../../../base/db/schema.ts'

type Builder = ExpressionBuilder<Schema, 'ledger_entries'>

/** Entries that no other reverses and that don't reverse one. */
export const isStanding = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb('ledger_entries.reverses_id', 'is', null),
    eb.not(eb.exists(reversals(eb).select('reversal.id'))),
  ])

/**
 * Entries without those corrected on the same day: unlike the journal, lists don't show entries that cancel each
 * other. A reversal on another day belongs to another period, so both are listed.
 */
export const isListed = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb.not(
      eb.exists(
        reversals(eb)
          .select('reversal.id')
          .whereRef('reversal.occurred_on', '=', 'ledger_entries.occurred_on'),
      ),
    ),
    eb.or([
      eb('ledger_entries.reverses_id', 'is', null),
      eb.not(
        eb.exists(
          eb
            .selectFrom('ledger_entries as reversed')
            .select('reversed.id')
            .whereRef('reversed.id', '=', 'ledger_entries.reverses_id')
            .whereRef('reversed.occurred_on', '=', 'ledger_entries.occurred_on'),
        ),
      ),
    ]),
  ])

const reversals = (eb: Builder) =>
  eb.selectFrom('ledger_entries as reversal').whereRef('reversal.reverses_id', '=', 'ledger_entries.id')
