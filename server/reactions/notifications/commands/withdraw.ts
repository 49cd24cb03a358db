import type { NotificationKind } from '#shared/base/events/notification-kinds.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'

/** Deletes a person's unread one-time notification, sent since then; returns false if there is none, or it was mailed. */
export async function withdrawUnread(tx: Tx, userId: string, group: string, since = ''): Promise<boolean> {
  const { numDeletedRows } = await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', '=', userId)
    .where('group_key', '=', group)
    .where('count', '=', 1)
    .where('created_at', '>=', since)
    .where('read_at', 'is', null)
    .where('mail', '!=', 'done')
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await publishChange(tx, { domains: ['notifications'], userId })
  return true
}

/** Deletes an agency's unread notifications of something that is now deleted or done, mailed or not. */
export async function withdrawGroup(
  tx: Tx,
  { agencyId, group }: { agencyId: AgencyId; group: string },
): Promise<void> {
  const all = acrossAgencies(tx)
  const people = selectFrom(all, 'profiles').select('user_id').where('agency_id', '=', agencyId)
  const withdrawn = await deleteFrom(all, 'notifications')
    .where('user_id', 'in', people)
    .where('group_key', '=', group)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  await refreshAll(tx, withdrawn)
}

/**
 * Deletes people's unread notifications of something sent that is deleted now, mailed or not. Those of a burst stay,
 * and so do others of the group: two within a minute would be a burst.
 */
export async function withdrawSent(
  tx: Tx,
  userIds: readonly string[],
  { group, sentBy, sentAt }: { group: string; sentBy: string | null; sentAt: string },
): Promise<void> {
  if (userIds.length === 0 || sentBy === null) return
  const withdrawn = await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', 'in', userIds)
    .where('group_key', '=', group)
    .where('count', '=', 1)
    .where('read_at', 'is', null)
    .where('sent_by', '=', sentBy)
    .where('created_at', '<=', sentAt)
    .where('created_at', '>', toInstant(addMinutes(new Date(sentAt), -1)))
    .returning('user_id')
    .execute()
  await refreshAll(tx, withdrawn)
}

interface Outdated {
  events: readonly NotificationKind[]
  link: string | readonly string[]
  /** Whether also those of a burst. */
  merged?: boolean
  /** Only those of this group. */
  group?: string
  /** Only those of this group and of later ones in alphabetical order. */
  fromGroup?: string
  /** Those that still hold. */
  exceptGroups?: readonly string[]
}

/** Deletes people's unread notifications of these kinds with the link of a record, because they no longer hold. */
export async function withdrawOutdated(
  tx: Tx,
  userIds: readonly string[],
  { events, link, merged = true, group, fromGroup, exceptGroups = [] }: Outdated,
): Promise<void> {
  if (userIds.length === 0) return
  const withdrawn = await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', 'in', userIds)
    .where('event', 'in', events)
    .where('link', 'in', [link].flat())
    .where('read_at', 'is', null)
    .$if(!merged, (query) => query.where('count', '=', 1))
    .$if(group !== undefined, (query) => query.where('group_key', '=', group ?? ''))
    .$if(fromGroup !== undefined, (query) => query.where('group_key', '>=', fromGroup ?? ''))
    .$if(exceptGroups.length > 0, (query) => query.where('group_key', 'not in', exceptGroups))
    .returning('user_id')
    .execute()
  await refreshAll(tx, withdrawn)
}

async function refreshAll(tx: Tx, withdrawn: readonly { user_id: string }[]): Promise<void> {
  for (const userId of new Set(withdrawn.map(({ user_id }) => user_id))) {
    await publishChange(tx, { domains: ['notifications'], userId })
  }
}
