import type { Addressees } from '#shared/identity/letterhead/document-mails.ts'
import { instanceAccount } from '../../../base/adapters/payments/payment-provider.ts'
import type { Tx } from '../../../base/core/context.ts'
import { observedEffects } from '../../../base/core/observed-effects.ts'
import { addSeconds, fromAddresses, newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { senderOf } from '../queries/sender.ts'
import { ACCOUNT_LANE, isByPerson } from '../rules.ts'
import { linksAt, type MailContent, renderMail } from '../templates.ts'

/** Longer than the UI offers to undo, so that a late click still arrives in time. */
const HELD_SECONDS = 10

/** Queues a mail in the transaction that causes it, so that it is sent if and only if that commits. */
export async function queueMail(tx: Tx, appName: string, content: MailContent): Promise<void> {
  const notice = instanceAccount(tx.services.config)?.notice
  const { brand, fromName, replyTo, host } = await senderOf(tx, appName, content)
  const mail = renderMail(appName, { ...content, ...(notice && { notice }) }, brand)
  const { publicUrl } = tx.services.config
  const texts = {
    subject: mail.subject,
    text: linksAt(mail.text, publicUrl, host),
    html: linksAt(mail.html, publicUrl, host),
    reason: content.reason === undefined ? null : JSON.stringify(content.reason),
  }
  if (content.replaces !== undefined) {
    await tx.db.updateTable('mail_outbox').set(texts).where('id', '=', content.replaces).execute()
    return
  }
  const id = newId()
  observedEffects(tx)?.mails.push({ to: mail.recipient, subject: mail.subject })
  await tx.db
    .insertInto('mail_outbox')
    .values({
      id,
      lane: content.urgent ? ACCOUNT_LANE : (tx.reach.agencyId ?? content.agencyId ?? null),
      recipient: mail.recipient,
      shown_to: fromAddresses(content.shown?.to ?? []),
      shown_cc: fromAddresses(content.shown?.cc ?? []),
      ...texts,
      status: 'queued',
      attempts: 0,
      from_name: fromName,
      reply_to: replyTo,
      held_for: content.heldFor ?? null,
      next_attempt_at: toInstant(content.heldFor === undefined ? tx.now : addSeconds(tx.now, HELD_SECONDS)),
      last_error: null,
      notice_of: content.noticeOf?.invoiceId ?? null,
      notice_on: content.noticeOf?.on ?? null,
      created_at: toInstant(tx.now),
      sent_at: null,
      by_person: toFlag(isByPerson(content, tx.actor)),
      unsubscribe_url: content.unsubscribeUrl ? linksAt(content.unsubscribeUrl, publicUrl, host) : null,
      not_after: content.notAfter === undefined ? null : toInstant(content.notAfter),
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

/**
 * Queues one mail per recipient of a client, so that a failing address doesn't affect the others. The headers
 * list all except Bcc; `greet` turns a name (empty if unknown) into the greeting.
 */
export async function queueCopies(
  tx: Tx,
  appName: string,
  { to, cc, bcc }: Addressees,
  content: Omit<MailContent, 'recipient' | 'shown' | 'greeting' | 'toClients'> & {
    greet: (name: string) => string
  },
): Promise<void> {
  const { greet, ...rest } = content
  const shown = { to: to.map(({ email }) => email), cc }
  const [first] = to
  const copies = [...cc, ...bcc].map((email) => ({ name: first?.name ?? '', email }))
  for (const { name, email } of [...to, ...copies]) {
    await queueMail(tx, appName, { ...rest, toClients: true, recipient: email, shown, greeting: greet(name) })
  }
}
