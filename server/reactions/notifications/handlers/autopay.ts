import type { NotificationKind } from '#shared/base/events/notification-kinds.ts'
import { formatDate } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import { declinedSummary, skippedSummary } from '#shared/money/autopay/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners, usersOfClient } from '../queries/recipients.ts'
import type { Sides } from '../rules.ts'

interface NotificationText {
  title: string
  link: string
}

/**
 * Each side gets its own text; clients are mailed by the event's mail handler, owners through their
 * preferences.
 */
async function notifyBoth(
  tx: Tx,
  { agencyId: named, clientId }: Sides,
  texts: { owners: NotificationText & { event: NotificationKind }; client: NotificationText },
): Promise<void> {
  const agencyId = named ?? tx.reach.agencyId
  if (agencyId === null || clientId == null) return
  await notify(tx, { ...texts.owners, agencyId, userIds: await agencyOwners(tx, agencyId) })
  const userIds = await usersOfClient(tx, agencyId, clientId, 'billing')
  await notify(tx, { ...texts.client, event: 'autopay', agencyId, userIds })
}

const CARDS = '/payments?cards=true'

export const autopay: Handlers = {
  'autopay.given': (tx, { id, name, words, ...sides }) =>
    notifyBoth(tx, sides, {
      owners: { event: 'autopay', title: `${name} turned on autopay: ${words}`, link: links.client(id) },
      client: { title: `Autopay was turned on: ${words}`, link: CARDS },
    }),
  'autopay.ended': (tx, { id, name, ...sides }) =>
    notifyBoth(tx, sides, {
      owners: { event: 'autopay', title: `Autopay for ${name} was turned off`, link: links.client(id) },
      client: { title: 'Autopay was turned off', link: CARDS },
    }),
  'autopay.paused': (tx, { id, name, words, ...sides }) =>
    notifyBoth(tx, sides, {
      owners: {
        event: 'payment_failed',
        title: `Autopay for ${name} is paused. ${words}`,
        link: links.client(id),
      },
      client: { title: `Autopay is paused. ${words}`, link: CARDS },
    }),
  'autopay.requested': async (tx, { agencyId: named, clientId, agencyName }) => {
    const agencyId = named ?? tx.reach.agencyId
    if (agencyId === null || clientId == null) return
    await notify(tx, {
      event: 'autopay',
      agencyId,
      userIds: await usersOfClient(tx, agencyId, clientId, 'billing'),
      title: `${agencyName} asks you to turn on autopay`,
      link: CARDS,
    })
  },
  'autopay.declined': (tx, declined) => {
    const { number, words, nextOn } = declined
    const next = nextOn === null ? 'Please pay it yourself' : `Next attempt on ${formatDate(nextOn)}`
    const link = links.invoice(declined.id)
    return notifyBoth(tx, declined, {
      owners: { event: 'payment_failed', title: declinedSummary(declined), link },
      client: { title: `Your card could not be charged for ${number}. ${words} ${next}`, link },
    })
  },
  'autopay.skipped': (tx, skipped) => {
    const link = links.invoice(skipped.id)
    const title = skippedSummary(skipped)
    return notifyBoth(tx, skipped, {
      owners: { event: 'payment_failed', title, link },
      client: { title, link },
    })
  },
}
