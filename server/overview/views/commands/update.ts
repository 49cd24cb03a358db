import type { z } from 'zod'
import type { ViewDto, viewSaveInput } from '#shared/overview/schemas/views.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireChange } from '../policy.ts'
import { requireView, toView } from '../queries/views.ts'

/** Renames a view or saves another state in it; throws NOT_FOUND if it belongs to another list. */
export function updateView(
  ctx: UserCtx,
  id: string,
  input: z.output<typeof viewSaveInput>,
): Promise<ViewDto> {
  return transact(ctx, async (tx) => {
    const view = await requireView(tx, id)
    requireChange(tx, view)
    if (view.list !== input.list) throw notFound('This view')
    if (input.version !== undefined && input.version !== view.version) throw conflict('This view')
    const columns = { name: input.name, state: JSON.stringify(input.state) }
    await updateVersioned(tx, 'saved_views', view, columns, 'This view')
    await record(tx, 'view.changed', { id, userId: view.shared === 1 ? null : tx.actor.userId })
    return toView(tx, await requireView(tx, id))
  })
}
