import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireChange } from '../policy.ts'
import { requireView } from '../queries/views.ts'

export function deleteView(ctx: UserCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const view = await requireView(tx, id)
    requireChange(tx, view)
    await deleteFrom(tx, 'saved_views').where('id', '=', id).execute()
    await record(tx, 'view.deleted', { id, userId: view.shared === 1 ? null : tx.actor.userId })
  })
}
