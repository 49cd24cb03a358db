import { formatWrittenDate } from '#shared/dates.ts'
import { declinedSummary, skippedSummary } from '#shared/events/autopay.ts'
import { links } from '#shared/links.ts'
import type { NotificationKind } from '#shared/notifications.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners, usersOfClient } from '../queries/recipients.ts'

interface Sides {
  agencyId?: AgencyId | null
  clientId?: string | null
}

interface Told {
  title: string
  link: string
}

/** Each side reads its own sentence; the client's mails are the event's own, the owners' follow their kind. */
async function tellBoth(
  tx: Tx,
  { agencyId: named, clientId }: Sides,
  told: { owners: Told & { event: NotificationKind }; client: Told },
): Promise<void> {
  const agencyId = named ?? tx.reach.agencyId
  if (agencyId === null || clientId == null) return
  await notify(tx, { ...told.owners, agencyId, userIds: await agencyOwners(tx, agencyId) })
  const userIds = await usersOfClient(tx, agencyId, clientId, 'billing')
  await notify(tx, { ...told.client, event: 'autopay', agencyId, userIds })
}

const CARDS = '/payments?cards=true'

export const autopay: Handlers = {
  'autopay.given': (tx, { id, name, words, ...sides }) =>
    tellBoth(tx, sides, {
      owners: { event: 'autopay', title: `${name} turned on autopay: ${words}`, link: links.client(id) },
      client: { title: `Autopay was turned on: ${words}`, link: CARDS },
    }),
  'autopay.ended': (tx, { id, name, ...sides }) =>
    tellBoth(tx, sides, {
      owners: { event: 'autopay', title: `Autopay of ${name} was turned off`, link: links.client(id) },
      client: { title: 'Autopay was turned off', link: CARDS },
    }),
  'autopay.paused': (tx, { id, name, words, ...sides }) =>
    tellBoth(tx, sides, {
      owners: {
        event: 'payment_failed',
        title: `Autopay of ${name} is paused. ${words}`,
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
    const next = nextOn === null ? 'Please pay it yourself' : `Next try on ${formatWrittenDate(nextOn)}`
    const link = links.invoice(declined.id)
    return tellBoth(tx, declined, {
      owners: { event: 'payment_failed', title: declinedSummary(declined), link },
      client: { title: `Your card could not be charged for ${number}. ${words} ${next}`, link },
    })
  },
  'autopay.skipped': (tx, skipped) => {
    const link = links.invoice(skipped.id)
    const title = skippedSummary(skipped)
    return tellBoth(tx, skipped, {
      owners: { event: 'payment_failed', title, link },
      client: { title, link },
    })
  },
}
