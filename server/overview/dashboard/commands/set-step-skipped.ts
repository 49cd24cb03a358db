import type { z } from 'zod'
import type { FirstStepsDto } from '#shared/overview/first-steps.ts'
import type { skipStepInput } from '#shared/overview/schemas/first-steps.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getFirstSteps, skippedSteps } from '../queries/first-steps.ts'

/** Skips one of the caller's onboarding steps, or undoes that. */
export async function setStepSkipped(
  ctx: UserCtx,
  { step, skipped }: z.output<typeof skipStepInput>,
): Promise<FirstStepsDto | null> {
  await transact(ctx, async (tx) => {
    const others = (await skippedSteps(tx)).filter((key) => key !== step)
    await updateTable(tx, 'profiles')
      .where('user_id', '=', ctx.actor.userId)
      .set({ skipped_steps: JSON.stringify(skipped ? [...others, step] : others) })
      .execute()
  })
  return getFirstSteps(ctx)
}
