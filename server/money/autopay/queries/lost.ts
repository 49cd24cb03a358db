import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '../../../base/db/schema.ts'

/** A failed copy of a notice of which no other can still arrive. Literals, so that the partial index matches. */
export const isLost = (eb: ExpressionBuilder<Schema & { mail: Schema['mail_outbox'] }, 'mail'>) =>
  eb.and([
    sql<boolean>`mail.status = 'failed'`,
    eb('mail.notice_on', 'is not', null),
    eb.not(
      eb.exists(
        eb
          .selectFrom('mail_outbox as copy')
          .select('copy.id')
          .whereRef('copy.notice_of', '=', 'mail.notice_of')
          .whereRef('copy.notice_on', '=', 'mail.notice_on')
          .whereRef('copy.created_at', '=', 'mail.created_at')
          .where('copy.status', '!=', 'failed'),
      ),
    ),
  ])

/** Excludes notices that reached nobody. */
export const notLost = (eb: ExpressionBuilder<Schema, 'invoice_reminders'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('mail_outbox as mail')
        .select('mail.id')
        .whereRef('mail.notice_of', '=', 'invoice_reminders.invoice_id')
        .whereRef('mail.notice_on', '=', 'invoice_reminders.charge_on')
        .whereRef('mail.created_at', '=', 'invoice_reminders.sent_at')
        .where(isLost),
    ),
  )
