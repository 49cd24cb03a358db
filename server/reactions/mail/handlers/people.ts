import { links, secretLinks } from '#shared/base/links.ts'
import { withArticle } from '#shared/people/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { addDays } from '../../../base/db/values.ts'
import { agencyName } from '../../../identity/agencies/queries/agency.ts'
import { mailOwners } from '../commands/mail-owners.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { whileWorks } from '../rules.ts'

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
      button: { label: 'Accept invitation', url: `${publicUrl}${secretLinks.acceptInvitation(secret)}` },
      notAfter: addDays(tx.now, days),
      reason: whileWorks(secret),
      note: `The link works once, for this email address only, and expires after ${days} days.`,
    })
    if (role !== 'agency_admin' || again) return
    await tellOwners(
      tx,
      `${email} was invited as an owner`,
      `${tx.actor.name} invited ${email} to own the agency.`,
    )
  },
  async 'member.joined'(tx, { email, role }) {
    if (role !== 'agency_admin') return
    await tellOwners(tx, `${email} is now an owner`, `${email} accepted the invitation to own the agency.`)
  },
  'owner.disabled': (tx, { name, email }) =>
    tellOwners(
      tx,
      `${name} was disabled as an owner`,
      `${tx.actor.name} disabled ${name} (${email}), who can’t sign in until an owner enables the account again.`,
      email,
    ),
  'owner.enabled': (tx, { name, email }) =>
    tellOwners(
      tx,
      `${name} was enabled as an owner again`,
      `${tx.actor.name} enabled ${name} (${email}), who can sign in again.`,
      email,
    ),
  'owner.removed': (tx, { name, email, left }) =>
    tellOwners(
      tx,
      left ? `${name} left the agency` : `${name} was removed as an owner`,
      left
        ? `${name} (${email}) left and is no longer an owner.`
        : `${tx.actor.name} removed ${name} (${email}), who is no longer an owner.`,
      email,
    ),
  'owner.handed-over': (tx, { name, email, from }) =>
    tellOwners(
      tx,
      `${name} is now the primary owner`,
      `${from} handed the agency over to ${name} (${email}), who pays for its plan from now on.`,
    ),
}

/** Mails the other owners and the person concerned. */
const tellOwners = (tx: Tx, subject: string, sentence: string, alsoTo?: string): Promise<void> =>
  mailOwners(tx, {
    subject,
    paragraphs: [sentence, 'If you did not expect this, check the owners of your agency at once.'],
    open: { label: 'View owners', path: links.owners },
    ...(alsoTo !== undefined && { alsoTo }),
  })
