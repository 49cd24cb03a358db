import { type ExpressionBuilder, sql } from 'kysely'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { dueNext } from '../../invoices/queries/installments.ts'

/** The plan that created an invoice, from its run key. */
export const planOf = sql<string>`substr(invoices.run_key, 1, 36)`

/** Active mandates that cover the invoice: its plan's, else the one for all of the client's invoices. */
export const covers = (eb: ExpressionBuilder<Schema, 'autopay_mandates' | 'invoices'>) =>
  eb.and([
    eb('autopay_mandates.client_id', '=', eb.ref('invoices.client_id')),
    eb('autopay_mandates.ended_at', 'is', null),
    eb.or([
      eb('autopay_mandates.recurring_id', '=', planOf),
      eb.and([
        eb('autopay_mandates.recurring_id', 'is', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('autopay_mandates as narrower')
              .select('narrower.id')
              .where('narrower.recurring_id', '=', planOf)
              .where('narrower.ended_at', 'is', null),
          ),
        ),
      ]),
    ]),
  ])

/** Excludes invoices, or installments, with a scheduled retry. */
export const notRetried = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('autopay_attempts')
        .select('autopay_attempts.number')
        .whereRef('autopay_attempts.invoice_id', '=', 'invoices.id')
        .where((where) => where.or([where('next_on', '>=', dueNext(eb)), where('outcome', '=', 'pending')])),
    ),
  )

/**
 * Excludes invoices whose next due amount autopay charges on this day or later, even after a late notice, and hasn't
 * been attempted.
 */
export const notDueForCharge = (from: Date) => (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.not(
    eb.and([
      eb.or([
        eb(dueNext(eb), '>=', dateInZone(from, PLATFORM_ZONE)),
        eb.exists(
          eb
            .selectFrom('invoice_reminders as notice')
            .select('notice.occasion')
            .whereRef('notice.invoice_id', '=', 'invoices.id')
            .where('notice.charge_on', '>=', dateInZone(from, PLATFORM_ZONE)),
        ),
      ]),
      eb.not(
        eb.exists(
          eb
            .selectFrom('autopay_attempts')
            .select('autopay_attempts.number')
            .whereRef('autopay_attempts.invoice_id', '=', 'invoices.id')
            .where('autopay_attempts.charged_on', '>=', dueNext(eb)),
        ),
      ),
      eb.exists(
        eb
          .selectFrom('autopay_mandates')
          .select('autopay_mandates.id')
          .where(
            (where) => covers(where as ExpressionBuilder<Schema, 'autopay_mandates' | 'invoices'>) as never,
          )
          .where('autopay_mandates.paused_at', 'is', null)
          .where('autopay_mandates.effective_on', '<=', dueNext(eb)),
      ),
    ]),
  )
