import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { publishChange } from '../../live/commands/publish.ts'

/** Deletes a person's unread one-time notification; returns false if there is none. */
export async function withdrawUnread(tx: Tx, userId: string, group: string): Promise<boolean> {
  const { numDeletedRows } = await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', '=', userId)
    .where('group_key', '=', group)
    .where('count', '=', 1)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await publishChange(tx, { domains: ['notifications'], userId })
  return true
}
