import type { Addressees } from '#shared/billing-mails.ts'
import { hasBrand } from '#shared/brand.ts'
import { TEST_MODE } from '#shared/payments.ts'
import { providerName } from '../../../adapters/payment-provider.ts'
import type { Tx } from '../../../core/context.ts'
import { acrossAgencies } from '../../../core/reach.ts'
import { selectFrom } from '../../../core/rows.ts'
import { fromAddresses, newId, toInstant } from '../../../db/values.ts'
import { plainName } from '../plain-name.ts'
import { ACCOUNT_LANE } from '../rules.ts'
import { type MailBrand, type MailContent, PORTAL, renderMail } from '../templates.ts'

/** Queues a mail in the transaction that causes it: it is sent if, and only if, that commits. */
export async function queueMail(tx: Tx, appName: string, content: MailContent): Promise<void> {
  const isTest = providerName(tx.services.config) === 'test'
  const brand = await mailBrand(tx, content)
  const mail = renderMail(appName, { ...content, ...(isTest && { notice: TEST_MODE }) }, brand)
  const id = newId()
  await tx.db
    .insertInto('mail_outbox')
    .values({
      id,
      lane: content.urgent ? ACCOUNT_LANE : tx.reach.agencyId,
      recipient: mail.recipient,
      shown_to: fromAddresses(content.shown?.to ?? []),
      shown_cc: fromAddresses(content.shown?.cc ?? []),
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

/**
 * Of the agency in which it happened, or whose person signs in by it; with neither logo nor accent its mails look
 * like the portal's.
 */
async function mailBrand(tx: Tx, { urgent, recipient }: MailContent): Promise<MailBrand> {
  const { agencyId } = tx.reach
  if (agencyId === null && !urgent) return PORTAL
  const agencies = selectFrom(acrossAgencies(tx), 'agencies').select([
    'agencies.name',
    'agencies.logo',
    'agencies.accent',
  ])
  const agency =
    agencyId === null
      ? await agencies
          .innerJoin('profiles', 'profiles.agency_id', 'agencies.id')
          .where('profiles.email', '=', recipient)
          .executeTakeFirst()
      : await agencies.where('agencies.id', '=', agencyId).executeTakeFirst()
  if (agency === undefined || !hasBrand(agency)) return PORTAL
  return { agency: plainName(agency.name), logo: agency.logo, accent: agency.accent }
}

/**
 * The same mail to everybody, queued for each by itself: one address that refuses it keeps it from no other. Its head
 * names all but the blind copies; `greet` turns a name, empty where none is known, into the greeting.
 */
export async function queueCopies(
  tx: Tx,
  appName: string,
  { to, cc, bcc }: Addressees,
  content: Omit<MailContent, 'recipient' | 'shown' | 'greeting'> & { greet: (name: string) => string },
): Promise<void> {
  const { greet, ...rest } = content
  const shown = { to: to.map(({ email }) => email), cc }
  const [first] = to
  const copies = [...cc, ...bcc].map((email) => ({ name: first?.name ?? '', email }))
  for (const { name, email } of [...to, ...copies]) {
    await queueMail(tx, appName, { ...rest, recipient: email, shown, greeting: greet(name) })
  }
}
