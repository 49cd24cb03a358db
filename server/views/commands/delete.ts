import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { requireView } from '../queries/views.ts'

export function deleteView(ctx: UserCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    await requireView(tx, id)
    await deleteFrom(tx, 'saved_views').where('id', '=', id).execute()
    await record(tx, 'view.changed', { id, userId: tx.actor.userId })
  })
}
