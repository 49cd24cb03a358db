import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../../base/db/schema.ts'
import { formerAccount } from '../rules.ts'

/** Whether it was made with earlier keys of the portal, so that it can't be looked up. */
export const isOfFormerAccount = (eb: ExpressionBuilder<Schema, 'payments'>) =>
  eb.or([
    eb('payments.account', 'like', `${formerAccount('')}%`),
    eb.exists(
      eb
        .selectFrom('payment_accounts')
        .select('payment_accounts.id')
        .whereRef('payment_accounts.id', '=', 'payments.account')
        .where('payment_accounts.connected_to', 'is not', null),
    ),
  ])

/** A debit whose account was disconnected at the provider, so that only the owner can tell whether it arrived. */
export const isStranded = (eb: ExpressionBuilder<Schema, 'payments'>) =>
  eb.and([
    eb('payments.status', '=', 'pending'),
    eb('payments.processing_since', 'is not', null),
    eb.or([
      isOfFormerAccount(eb),
      eb.exists(
        eb
          .selectFrom('payment_accounts')
          .select('payment_accounts.id')
          .whereRef('payment_accounts.id', '=', 'payments.account')
          .where('payment_accounts.removed_at', 'is not', null),
      ),
    ]),
  ])
