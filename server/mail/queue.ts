import type { Trx } from '../db/schema.ts'
import { newId, toInstant } from '../db/values.ts'
import { type MailContent, renderMail } from './templates.ts'

/** Queues a mail in the transaction that causes it: it is sent if, and only if, that commits. */
export async function queueMail(trx: Trx, appName: string, now: Date, content: MailContent): Promise<void> {
  const mail = renderMail(appName, content)
  const id = newId()
  await trx
    .insertInto('mail_outbox')
    .values({
      id,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      status: 'queued',
      attempts: 0,
      next_attempt_at: toInstant(now),
      last_error: null,
      created_at: toInstant(now),
      sent_at: null,
    })
    .execute()
  if (!content.attachments?.length) return
  await trx
    .insertInto('mail_attachments')
    .values(
      content.attachments.map((attachment, position) => ({
        mail_id: id,
        position,
        document: attachment.document,
        document_id: attachment.documentId,
      })),
    )
    .execute()
}
