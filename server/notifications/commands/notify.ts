import type { NotificationEvent } from '#shared/notifications.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../../db/schema.ts'
import { addMinutes, newId, toFlag, toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import { type Channels, readChannels } from '../queries/channels.ts'

/** Who causes a notification; `userId` is null for the portal itself (jobs, webhooks). */
export interface Notifier {
  userId: string | null
  agencyId: AgencyId | null
  now: Date
}

export interface NotificationEntry {
  event: NotificationEvent
  /** The one who acts is left out, and doubles count once. */
  userIds: readonly string[]
  /** The sentence people read. */
  title: string
  /** Path and query inside the portal, from `shared/links.ts`. */
  link: string
  /** What a burst is about, for instance `message:<project>`; defaults to the event and its link. */
  group?: string
  /** The sentence for a burst of that many; the latest title when left out. */
  burstTitle?: (count: number) => string
  /** Tell each person at most once about this group, ever: for reminders that jobs repeat. */
  once?: boolean
}

/** Unread notifications of one group that come within this time of each other become one. */
const BURST_MINUTES = 10

/** Notifies people in the transaction that gives the reason, by the channels they chose. */
export async function notify(trx: Trx, by: Notifier, entry: NotificationEntry): Promise<void> {
  const others = [...new Set(entry.userIds)].filter((userId) => userId !== by.userId)
  for (const channels of await readChannels(trx, others, entry.event)) {
    const group = entry.group ?? `${entry.event}:${entry.link}`
    const told = await tell(trx, by, channels, { ...entry, group })
    if (told && channels.inApp)
      await publishChange(trx, by, { domains: ['notifications'], userId: channels.userId })
  }
}

/** False when the person was told before and once is enough. */
async function tell(
  trx: Trx,
  by: Notifier,
  channels: Channels,
  entry: NotificationEntry & { group: string },
): Promise<boolean> {
  const earlier = await trx
    .selectFrom('notifications')
    .select(['id', 'count', 'read_at', 'created_at'])
    .where('user_id', '=', channels.userId)
    .where('group_key', '=', entry.group)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier !== undefined && entry.once) return false
  const now = toInstant(by.now)
  const isBurst =
    earlier !== undefined &&
    earlier.read_at === null &&
    earlier.created_at >= toInstant(addMinutes(by.now, -BURST_MINUTES))
  if (isBurst) {
    const count = earlier.count + 1
    await trx
      .updateTable('notifications')
      .set({
        title: entry.burstTitle?.(count) ?? entry.title,
        link: entry.link,
        count,
        created_at: now,
      })
      .where('id', '=', earlier.id)
      .execute()
    return true
  }
  await trx
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: channels.userId,
      agency_id: by.agencyId,
      event: entry.event,
      group_key: entry.group,
      title: entry.title,
      link: entry.link,
      count: 1,
      in_app: toFlag(channels.inApp),
      mail: channels.email ? 'due' : 'none',
      created_at: now,
      read_at: null,
    })
    .execute()
  return true
}
