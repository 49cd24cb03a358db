import type { Tx, UserCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { selectFrom, updateTable } from '../../../core/rows.ts'
import { transact } from '../../../core/transaction.ts'
import { toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'

/** Marks one of the caller's notifications as read; reading it again changes nothing. */
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

/** What a group tells of was seen on its own screen, for instance by opening the conversation. */
export const markGroupRead = (tx: Tx, group: string): Promise<void> => markWhere(tx, { group })

async function markWhere(tx: Tx, only: { id?: string; group?: string }): Promise<void> {
  const { id, group } = only
  const marked = await updateTable(tx, 'notifications')
    .set({ read_at: toInstant(tx.now) })
    .where('user_id', '=', tx.actor.userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    // Those wanted by mail alone are not on the list that is being marked.
    .$if(group === undefined, (query) => query.where('in_app', '=', 1))
    .$if(group !== undefined, (query) => query.where('group_key', '=', group ?? ''))
    .returning('id')
    .execute()
  if (marked.length > 0) await publishChange(tx, { domains: ['notifications'], userId: tx.actor.userId })
}
