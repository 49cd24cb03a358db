import { hash } from 'node:crypto'
import type { NotificationKind } from '#shared/base/events/notification-kinds.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../base/core/context.ts'
import { observedEffects } from '../../../base/core/observed-effects.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { addMinutes, newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { type Channels, channelsOf } from '../queries/channels.ts'
import { mailNews } from './mail-news.ts'

export interface NotificationEntry {
  event: NotificationKind
  /** Duplicates and people without access are ignored; the actor is excluded unless `actorToo` is set. */
  userIds: readonly string[]
  actorToo?: boolean
  /** The event's agency; defaults to the context's. */
  agencyId?: AgencyId | null
  /** The sentence shown, for texts with a time in the person's time zone. */
  title: string | ((timezone: string) => string)
  /** Path and query within the portal, from `shared/base/links.ts`. */
  link: string
  /**
   * The subject of a burst, whose latest title is shown, for example `message:<project>`. By default, only
   * notifications with the same title are merged, or with a burst title and the same link.
   */
  group?: string
  /** The title for a burst of this many; defaults to the latest title. */
  burstTitle?: (count: number) => string
  /** Where a burst leads; defaults to the latest link. */
  burstLink?: string
  /** Notify each person at most once about this group, for reminders repeated by jobs. */
  once?: boolean
  /** The instant until which it is news, mailed at once even to people who chose a daily email. */
  until?: string
}

/** Unread notifications of a group within this time of each other are merged. */
const BURST_MINUTES = 10

/** Creates notifications in the transaction that causes them, through each person's chosen channels. */
export async function notify(tx: Tx, entry: NotificationEntry): Promise<void> {
  const people = [...new Set(entry.userIds)].filter((userId) => entry.actorToo || userId !== tx.actor.userId)
  const agencyId = entry.agencyId === undefined ? tx.reach.agencyId : entry.agencyId
  for (const channels of await channelsOf(tx, people, { event: entry.event, agencyId })) {
    const title = typeof entry.title === 'string' ? entry.title : entry.title(channels.timezone)
    const group = entry.group ?? defaultGroup({ ...entry, title })
    const isNotified = await tell(tx, channels, { ...entry, title, agencyId, group })
    if (isNotified) observe(tx, channels)
    if (isNotified && channels.inApp)
      await publishChange(tx, { domains: ['notifications'], userId: channels.userId })
  }
}

function observe(tx: Tx, { userId, email, person }: Channels): void {
  const { notified } = observedEffects(tx) ?? {}
  notified?.set(userId, email ? person.email : (notified.get(userId) ?? null))
}

/** Lists have one link for different news, so the title tells them apart; hashed, because it names people. */
const defaultGroup = ({ event, link, title, burstTitle }: NotificationEntry & { title: string }): string =>
  burstTitle === undefined ? `${event}:${link}:${hash('sha256', title)}` : `${event}:${link}`

/** Returns false if the person was already notified and `once` is set. */
async function tell(
  tx: Tx,
  channels: Channels,
  entry: NotificationEntry & { title: string; agencyId: AgencyId | null; group: string },
): Promise<boolean> {
  // Other people's notifications are beyond the actor's access.
  const all = acrossAgencies(tx)
  const earlier = await selectFrom(all, 'notifications')
    .select(['id', 'title', 'count', 'read_at', 'created_at', 'sent_by'])
    .where('user_id', '=', channels.userId)
    .where('group_key', '=', entry.group)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier !== undefined && entry.once) return false
  const now = toInstant(tx.now)
  const isBurst =
    earlier !== undefined &&
    earlier.read_at === null &&
    earlier.created_at >= toInstant(addMinutes(tx.now, -BURST_MINUTES))
  if (isBurst) {
    const count = earlier.count + 1
    const title = entry.burstTitle?.(count) ?? entry.title
    const isOneSender = earlier.sent_by === tx.actor.userId
    await updateTable(all, 'notifications')
      .set({
        title,
        // What it replaces may already have been mailed.
        ...(channels.email && title !== earlier.title && { mail: 'due' as const }),
        link: entry.burstLink ?? entry.link,
        count,
        // The person named by the title, which becomes anonymous with their account.
        sent_by: entry.burstTitle === undefined || isOneSender ? tx.actor.userId : null,
        created_at: now,
      })
      .where('id', '=', earlier.id)
      .execute()
    return true
  }
  await insertInto(tx, 'notifications')
    .values({
      id: newId(),
      user_id: channels.userId,
      agency_id: entry.agencyId,
      event: entry.event,
      group_key: entry.group,
      title: entry.title,
      link: entry.link,
      count: 1,
      sent_by: tx.actor.userId,
      in_app: toFlag(channels.inApp),
      mail: channels.email ? (entry.until === undefined ? 'due' : 'done') : 'none',
      created_at: now,
      read_at: null,
    })
    .execute()
  if (channels.email && entry.until !== undefined) {
    const news = { title: entry.title, link: entry.link, sent_by: tx.actor.userId }
    await mailNews(tx, channels.person, { news: [news], notAfter: new Date(entry.until) })
  }
  return true
}
