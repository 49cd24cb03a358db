import type { z } from 'zod'
import type { handOverInput, OwnerDto } from '#shared/owners.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { AgencyCtx, UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { endRenewalsPaidBy } from '../../packages/commands/end-renewals.ts'
import { listOwners } from '../queries/owners.ts'
import { claimOwner } from './claim-owner.ts'

/** Makes another owner the primary one: the agency is theirs, and so is paying for its plan. */
export async function handOver(
  ctx: AgencyCtx & UserRequest,
  { user_id: userId, password }: z.output<typeof handOverInput>,
): Promise<OwnerDto[]> {
  await requireOwnPassword(ctx, password)
  await transact(ctx, async (tx) => {
    const { owner, actor } = await claimOwner(tx, userId)
    if (!actor.primary) {
      throw new AppError('FORBIDDEN', 'Only the primary owner can hand the agency over.', {
        reason: 'primary_owner',
      })
    }
    if (owner.primary) throw new AppError('CONFLICT', 'The agency is yours already.')
    if (owner.disabled) {
      throw new AppError('CONFLICT', `${owner.name} is disabled. Enable their account first.`)
    }
    await updateTable(tx, 'agencies')
      .set({ owner_id: userId, updated_at: toInstant(tx.now) })
      .where('id', '=', ctx.reach.agencyId)
      .execute()
    const { name, email } = owner
    await record(tx, 'owner.handed-over', { id: userId, name, email, from: actor.name })
  })
  await endRenewalsPaidBy(ctx, ctx.actor.userId)
  return listOwners(ctx)
}
