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

/** 1 for an entry that reverses a payment recorded by mistake, which is recorded at the same moment; else null. */
export const reversesPayment = (eb: Builder) =>
  eb
    .selectFrom('payment_refunds')
    .select('payment_refunds.reverses')
    .whereRef('payment_refunds.payment_id', '=', 'ledger_entries.payment_id')
    .where('payment_refunds.reverses', '=', 1)
    .where((refund) =>
      refund(
        'payment_refunds.created_at',
        '=',
        refund.fn.coalesce('ledger_entries.recorded_at', 'ledger_entries.occurred_at'),
      ),
    )

/** Both can occur for one payment: a part is refunded, then the rest reversed. */
export function kindOfPayment({
  amount,
  reverses,
}: {
  amount: number
  reverses: number | null
}): 'payment' | 'refund' | 'reversal' {
  if (amount >= 0) return 'payment'
  return reverses === null ? 'refund' : 'reversal'
}
