import type { z } from 'zod'
import type { ViewDto, viewShareInput } from '#shared/views.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toFlag } from '../../db/values.ts'
import { requireView, toView } from '../queries/views.ts'

/** Shows a view to the owner's whole team, or gives it back to whoever saved it. */
export function shareView(ctx: AgencyCtx, input: z.output<typeof viewShareInput>): Promise<ViewDto> {
  return transact(ctx, async (tx) => {
    const view = await requireView(tx, input.id)
    if (view.shared === toFlag(input.shared)) return toView(tx, view)
    await updateVersioned(tx, 'saved_views', view, { shared: toFlag(input.shared) }, 'This view')
    await record(tx, 'view.changed', { id: view.id })
    return toView(tx, { ...view, shared: toFlag(input.shared), version: view.version + 1 })
  })
}
