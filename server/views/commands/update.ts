import type { z } from 'zod'
import type { ViewDto, viewSaveInput } from '#shared/views.ts'
import type { UserCtx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { requireChange } from '../policy.ts'
import { requireView, toView } from '../queries/views.ts'

/** Renames a view or keeps another state in it; NOT_FOUND when it is a view of another list. */
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
