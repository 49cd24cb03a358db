import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import { ERASED } from '../rules.ts'

/** Deletes the mails held for an action that is undone; throws CONFLICT if one is already being sent. */
export async function withdrawMail(tx: Tx, heldFor: string): Promise<void> {
  const unsent = await tx.db
    .deleteFrom('mail_outbox')
    .where('held_for', '=', heldFor)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .executeTakeFirst()
  const left = await tx.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('held_for', '=', heldFor)
    .limit(1)
    .executeTakeFirst()
  if (left !== undefined || unsent.numDeletedRows === 0n) {
    throw new AppError('CONFLICT', 'The email has already been sent.', { reason: 'mail_sent' })
  }
}

interface MailedNotice {
  invoiceId: string
  on: string
  sentAt: string
}

/**
 * Deletes the texts of all copies of a notice: sent manually later, they would announce a charge that doesn't
 * happen.
 */
export async function withdrawNotice(tx: Tx, { invoiceId, on, sentAt }: MailedNotice): Promise<void> {
  await tx.db
    .updateTable('mail_outbox')
    .set({ ...ERASED, notice_on: null })
    .where('notice_of', '=', invoiceId)
    .where('notice_on', '=', on)
    .where('created_at', '=', sentAt)
    .execute()
}
