import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { requireChange } from '../policy.ts'
import { requireView } from '../queries/views.ts'

export function deleteView(ctx: UserCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const view = await requireView(tx, id)
    requireChange(tx, view)
    await deleteFrom(tx, 'saved_views').where('id', '=', id).execute()
    await record(tx, 'view.changed', { id, userId: view.shared === 1 ? null : tx.actor.userId })
  })
}
