import { secretLinks } from '#shared/base/links.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { addDays } from '../../../base/db/values.ts'
import { queueMail } from '../commands/queue.ts'
import { whileWorks } from '../rules.ts'

export const agencies: Handlers = {
  async 'agency.created'(tx, { name, owner, linkDays }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      recipient: owner.to.email,
      subject: `${name} is ready on ${appName}`,
      greeting: `Hello ${owner.to.name},`,
      paragraphs: [`The portal for ${name} is ready, and you are its owner. Choose a password to sign in.`],
      button: {
        label: 'Choose a password',
        url: `${publicUrl}${secretLinks.setPassword(owner.secret)}`,
      },
      notAfter: addDays(tx.now, linkDays),
      reason: whileWorks(owner.secret),
      note: `The link works once and expires after ${linkDays} days.`,
    })
  },
}
