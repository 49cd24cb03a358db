import { withArticle } from '#shared/events/people.ts'
import { links } from '#shared/links.ts'
import { agencyName } from '../../../agencies/queries/agency.ts'
import { ownerEmails } from '../../../agencies/queries/owners.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'

export const people: Handlers = {
  async 'invitation.sent'(tx, { email, role, again, secret, days }) {
    const { appName, publicUrl } = tx.services.config
    const agency = plainName(await agencyName(tx))
    await queueMail(tx, appName, {
      recipient: email,
      subject: `${agency} invites you to ${appName}`,
      greeting: 'Hello,',
      paragraphs: [
        `${plainName(tx.actor.name)} invites you to the ${agency} portal as ${withArticle(role)}.`,
      ],
      button: { label: 'Accept invitation', url: `${publicUrl}/auth?invitation=${secret}` },
      note: `The link works once, for this email address only, and expires after ${days} days.`,
    })
    if (role !== 'agency_admin' || again) return
    await mailOwners(
      tx,
      `${email} was invited as an owner`,
      `${tx.actor.name} invited ${email} to own the agency.`,
    )
  },
  async 'member.joined'(tx, { email, role }) {
    if (role !== 'agency_admin') return
    await mailOwners(tx, `${email} is an owner now`, `${email} accepted the invitation to own the agency.`)
  },
  'owner.disabled': (tx, { name, email }) =>
    mailOwners(
      tx,
      `${name} was disabled as an owner`,
      `${tx.actor.name} disabled ${name} (${email}), who can't sign in until an owner enables the account again.`,
      email,
    ),
  'owner.enabled': (tx, { name, email }) =>
    mailOwners(
      tx,
      `${name} was enabled as an owner again`,
      `${tx.actor.name} enabled ${name} (${email}), who can sign in again.`,
      email,
    ),
  'owner.removed': (tx, { name, email, left }) =>
    mailOwners(
      tx,
      left ? `${name} left the agency` : `${name} was removed as an owner`,
      left
        ? `${name} (${email}) left and is no longer an owner.`
        : `${tx.actor.name} removed ${name} (${email}), who is no longer an owner.`,
      email,
    ),
  'owner.handed-over': (tx, { name, email, from }) =>
    mailOwners(
      tx,
      `${name} is the primary owner now`,
      `${from} handed the agency over to ${name} (${email}), who pays for its plan from now on.`,
    ),
}

/** Tells every owner who can sign in, the one who acts as well, and the one it happened to. */
async function mailOwners(tx: Tx, subject: string, sentence: string, alsoTo?: string): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const agency = await agencyName(tx)
  const recipients = new Set(await ownerEmails(tx))
  if (alsoTo !== undefined) recipients.add(alsoTo)
  for (const recipient of recipients) {
    await queueMail(tx, appName, {
      recipient,
      subject: `${agency}: ${subject}`,
      greeting: 'Hello,',
      paragraphs: [sentence, 'If you did not expect this, look at the owners of your agency at once.'],
      button: { label: 'View owners', url: `${publicUrl}${links.owners}` },
    })
  }
}
