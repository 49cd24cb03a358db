import type { z } from 'zod'
import type { ViewDto, viewShareInput } from '#shared/overview/schemas/views.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { requireView, toView } from '../queries/views.ts'

/** Shares a view with the owner's team, or makes it private to that owner: its creator may have left. */
export function shareView(ctx: AgencyCtx, input: z.output<typeof viewShareInput>): Promise<ViewDto> {
  return transact(ctx, async (tx) => {
    const view = await requireView(tx, input.id)
    if (view.shared === toFlag(input.shared)) return toView(tx, view)
    const columns = {
      shared: toFlag(input.shared),
      ...(!input.shared && { user_id: tx.actor.userId }),
    }
    await updateVersioned(tx, 'saved_views', view, columns, 'This view')
    await record(tx, 'view.changed', { id: view.id })
    return toView(tx, { ...view, ...columns, version: view.version + 1 })
  })
}
