import type { NotificationKind } from '#shared/notifications.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../../core/context.ts'
import { acrossAgencies } from '../../../core/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../core/rows.ts'
import { addMinutes, newId, toFlag, toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { type Channels, readChannels } from '../queries/channels.ts'

export interface NotificationEntry {
  event: NotificationKind
  /** Doubles count once; the one who acts is left out, unless `actorToo`. */
  userIds: readonly string[]
  actorToo?: boolean
  /** The agency it happened in; that of the context when left out. */
  agencyId?: AgencyId | null
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
export async function notify(tx: Tx, entry: NotificationEntry): Promise<void> {
  const people = [...new Set(entry.userIds)].filter((userId) => entry.actorToo || userId !== tx.actor.userId)
  for (const channels of await readChannels(tx, people, entry.event)) {
    const group = entry.group ?? `${entry.event}:${entry.link}`
    const told = await tell(tx, channels, { ...entry, group })
    if (told && channels.inApp)
      await publishChange(tx, { domains: ['notifications'], userId: channels.userId })
  }
}

/** False when the person was told before and once is enough. */
async function tell(
  tx: Tx,
  channels: Channels,
  entry: NotificationEntry & { group: string },
): Promise<boolean> {
  // What others were told is beyond the actor's own view.
  const all = acrossAgencies(tx)
  const earlier = await selectFrom(all, 'notifications')
    .select(['id', 'count', 'read_at', 'created_at'])
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
    await updateTable(all, 'notifications')
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
  await insertInto(tx, 'notifications')
    .values({
      id: newId(),
      user_id: channels.userId,
      agency_id: entry.agencyId === undefined ? tx.reach.agencyId : entry.agencyId,
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
