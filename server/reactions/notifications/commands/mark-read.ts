import { notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { deliveredGroup } from '../rules.ts'

/** Marks one of the caller's notifications as read; idempotent. */
export function markRead(ctx: UserCtx, input: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const own = await selectFrom(tx, 'notifications')
      .select('id')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.userId)
      .executeTakeFirst()
    if (own === undefined) throw notFound('This notification')
    await markWhere(tx, { id: input.id })
  })
}

export function markAllRead(ctx: UserCtx): Promise<void> {
  return transact(ctx, (tx) => markWhere(tx, {}))
}

/** Marks a group as read after its screen was opened, for example the conversation. */
export const markGroupRead = (tx: Tx, group: string): Promise<void> => markWhere(tx, { group })

/** Marks the notifications that lead to a record as read, once it was shown; bursts about other records, too, stay unread. */
export function markLinkRead(ctx: UserCtx, { link }: { link: string }): Promise<void> {
  return transact(ctx, (tx) => markWhere(tx, { link }))
}

async function markWhere(tx: Tx, only: { id?: string; group?: string; link?: string }): Promise<void> {
  const { id, group, link } = only
  const inList = group === undefined && link === undefined
  const marked = await updateTable(tx, 'notifications')
    .set({ read_at: toInstant(tx.now) })
    .where('user_id', '=', tx.actor.userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    // Mail-only notifications aren't in the list being marked.
    .$if(inList, (query) => query.where('in_app', '=', 1))
    .$if(group !== undefined, (query) => query.where('group_key', '=', group ?? ''))
    .$if(link !== undefined, (query) =>
      query
        .where('link', '=', link ?? '')
        .where((eb) => eb.or([eb('count', '=', 1), eb('group_key', 'not like', deliveredGroup('%'))])),
    )
    .returning('id')
    .execute()
  if (marked.length > 0) await publishChange(tx, { domains: ['notifications'], userId: tx.actor.userId })
}
