import type { z } from 'zod'
import type { OwnerDto } from '#shared/identity/owners.ts'
import type { ownerActInput } from '#shared/identity/schemas/owners.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { keepPayer } from '../../../money/plans/commands/cancel.ts'
import { endLeftPlanNow, leavePlan } from '../../../money/plans/commands/end-renewals.ts'
import { listOwners, requireOwner } from '../queries/owners.ts'

/** Makes another owner the primary one, who is also responsible for paying the plan. */
export async function handOver(
  ctx: AgencyCtx & UserRequest,
  { user_id: userId, ...proof }: z.output<typeof ownerActInput>,
): Promise<OwnerDto[]> {
  await reAuthenticate(ctx, proof)
  await transact(ctx, async (tx) => {
    const { owner, actor } = await requireOwner(tx, userId)
    if (!actor.primary) {
      throw new AppError('FORBIDDEN', 'Only the primary owner can hand the agency over.', {
        reason: 'primary_owner',
      })
    }
    if (owner.primary) throw new AppError('CONFLICT', 'You are already the primary owner.')
    if (owner.disabled) {
      throw new AppError('CONFLICT', `${owner.name} is disabled. Enable their account first.`)
    }
    await updateTable(tx, 'agencies')
      .set({ owner_id: userId, updated_at: toInstant(tx.now) })
      .where('id', '=', ctx.reach.agencyId)
      .execute()
    await keepPayer(tx, userId)
    await leavePlan(tx, ctx.actor.userId)
    const { name, email } = owner
    await record(tx, 'owner.handed-over', { id: userId, name, email, from: actor.name })
  })
  await endLeftPlanNow(ctx)
  return listOwners(ctx)
}
