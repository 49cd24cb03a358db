import type { Tx } from '../../../base/core/context.ts'
import { agencyName } from '../../../identity/agencies/queries/agency.ts'
import { ownerEmails } from '../../../identity/agencies/queries/owners.ts'
import { plainName } from '../plain-name.ts'
import type { MailContent } from '../templates.ts'
import { queueMail } from './queue.ts'

interface OwnerMail extends Pick<MailContent, 'urgent'> {
  /** Appended to the agency's name. */
  subject: string
  paragraphs: string[]
  /** The button's label and path. */
  open: { label: string; path: string }
  alsoTo?: string
}

/** Mails all owners who can sign in, including the actor, regardless of preferences. */
export async function mailOwners(tx: Tx, { subject, open, alsoTo, ...content }: OwnerMail): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const agency = plainName(await agencyName(tx))
  const recipients = new Set(await ownerEmails(tx))
  if (alsoTo !== undefined) recipients.add(alsoTo)
  for (const recipient of recipients) {
    await queueMail(tx, appName, {
      ...content,
      recipient,
      subject: `${agency}: ${subject}`,
      greeting: 'Hello,',
      button: { label: open.label, url: `${publicUrl}${open.path}` },
    })
  }
}
