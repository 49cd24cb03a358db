import { type ExpressionBuilder, sql } from 'kysely'
import { LATE_DAYS } from '#shared/autopay.ts'
import type { Schema } from '../../db/schema.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { dueNext } from './instalments.ts'

/** The plan that wrote an invoice; its run key names it first. */
export const planOf = sql<string>`substr(invoices.run_key, 1, 36)`

/** Mandates that hold and are for the invoice: its plan's own, else the one for all invoices of its client. */
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

/** Nobody is dunned for an invoice, or its next instalment, while another charge of it is planned. */
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

/** Autopay says itself when it charges: no reminder comes between. */
export const notAutopaid = (now: Date) => (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.and([notRetried(eb), notToBeTried(addDays(now, -1))(eb)])

/** Nothing is asked for being late while autopay may still make a charge that was held up. */
export const notHeldUp = (now: Date) => (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.and([notRetried(eb), notToBeTried(addDays(now, -LATE_DAYS - 1))(eb)])

/** Not those whose next day, from this one on, is autopay's and without a try so far. */
const notToBeTried = (from: Date) => (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.not(
    eb.and([
      eb(dueNext(eb), '>=', toInstant(from).slice(0, 10)),
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
