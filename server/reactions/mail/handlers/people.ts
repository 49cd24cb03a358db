import { withArticle } from '#shared/events/people.ts'
import { agencyName } from '../../../agencies/queries/agency.ts'
import type { Handlers } from '../../../core/events.ts'
import { queueMail } from '../commands/queue.ts'

export const people: Handlers = {
  async 'invitation.sent'(tx, { email, role, secret, days }) {
    const { appName, publicUrl } = tx.services.config
    const agency = await agencyName(tx)
    await queueMail(tx, appName, {
      recipient: email,
      subject: `${agency} invites you to ${appName}`,
      greeting: 'Hello,',
      paragraphs: [`${tx.actor.name} invites you to the ${agency} portal as ${withArticle(role)}.`],
      button: { label: 'Accept invitation', url: `${publicUrl}/auth?invitation=${secret}` },
      note: `The link works once, for this email address only, and expires after ${days} days.`,
    })
  },
}
