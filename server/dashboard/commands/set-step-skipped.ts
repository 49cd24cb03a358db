import type { z } from 'zod'
import type { FirstStepsDto, skipStepInput } from '#shared/first-steps.ts'
import type { UserCtx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { getFirstSteps, skippedSteps } from '../queries/first-steps.ts'

/** Leaves a step out of the caller's own first steps, or takes it up again. */
export async function setStepSkipped(
  ctx: UserCtx,
  { step, skipped }: z.output<typeof skipStepInput>,
): Promise<FirstStepsDto | null> {
  await transact(ctx, async (tx) => {
    const own = () => updateTable(tx, 'profiles').where('user_id', '=', ctx.actor.userId)
    // Locks the row, so that of two at once none is lost.
    await own()
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .execute()
    const others = (await skippedSteps(tx)).filter((key) => key !== step)
    await own()
      .set({ skipped_steps: JSON.stringify(skipped ? [...others, step] : others) })
      .execute()
  })
  return getFirstSteps(ctx)
}
