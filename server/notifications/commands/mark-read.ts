import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'

/** Marks one of the caller's notifications as read; reading it again changes nothing. */
export function markRead(db: Db, scope: Scope, input: { id: string }): Promise<void> {
  return transact(db, async (trx) => {
    const own = await trx
      .selectFrom('notifications')
      .select('id')
      .where('id', '=', input.id)
      .where('user_id', '=', scope.userId)
      .executeTakeFirst()
    if (own === undefined) throw notFound('This notification')
    await markWhere(trx, scope, { id: input.id })
  })
}

export function markAllRead(db: Db, scope: Scope): Promise<void> {
  return transact(db, (trx) => markWhere(trx, scope, {}))
}

/** What a group tells of was seen on its own screen, for instance by opening the conversation. */
export const markGroupRead = (trx: Trx, scope: Scope, group: string): Promise<void> =>
  markWhere(trx, scope, { group })

async function markWhere(trx: Trx, scope: Scope, only: { id?: string; group?: string }): Promise<void> {
  const { id, group } = only
  const marked = await trx
    .updateTable('notifications')
    .set({ read_at: toInstant(scope.now) })
    .where('user_id', '=', scope.userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    // Those wanted by mail alone are not on the list that is being marked.
    .$if(group === undefined, (query) => query.where('in_app', '=', 1))
    .$if(group !== undefined, (query) => query.where('group_key', '=', group ?? ''))
    .returning('id')
    .execute()
  if (marked.length > 0) await publishChange(trx, scope, { domains: ['notifications'], userId: scope.userId })
}
