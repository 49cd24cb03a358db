import { TEST_MODE } from '#shared/payments.ts'
import { providerName } from '../../../adapters/payment-provider.ts'
import type { Tx } from '../../../core/context.ts'
import { newId, toInstant } from '../../../db/values.ts'
import { ACCOUNT_LANE } from '../rules.ts'
import { type MailContent, renderMail } from '../templates.ts'

/** Queues a mail in the transaction that causes it: it is sent if, and only if, that commits. */
export async function queueMail(tx: Tx, appName: string, content: MailContent): Promise<void> {
  const isTest = providerName(tx.services.config) === 'test'
  const mail = renderMail(appName, { ...content, ...(isTest && { notice: TEST_MODE }) })
  const id = newId()
  await tx.db
    .insertInto('mail_outbox')
    .values({
      id,
      lane: content.urgent ? ACCOUNT_LANE : tx.reach.agencyId,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      status: 'queued',
      attempts: 0,
      next_attempt_at: toInstant(tx.now),
      last_error: null,
      created_at: toInstant(tx.now),
      sent_at: null,
    })
    .execute()
  if (!content.attachments?.length) return
  await tx.db
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
