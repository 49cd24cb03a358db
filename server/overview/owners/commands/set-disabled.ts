import type { z } from 'zod'
import type { OwnerDto } from '#shared/identity/owners.ts'
import type { ownerDisableInput } from '#shared/identity/schemas/owners.ts'
import type { AgencyCtx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { endAccessOf } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { keepPayer } from '../../../money/plans/commands/cancel.ts'
import { endLeftPlanNow, leavePlan } from '../../../money/plans/commands/end-renewals.ts'
import { listOwners, requireDispensable, requireOwner } from '../queries/owners.ts'

/** Disables or enables an owner's sign-in. */
export async function setOwnerDisabled(
  ctx: AgencyCtx & UserRequest,
  { user_id: userId, disabled, ...proof }: z.output<typeof ownerDisableInput>,
): Promise<OwnerDto[]> {
  await reAuthenticate(ctx, proof)
  await transact(ctx, async (tx) => {
    const { owner } = await requireOwner(tx, userId)
    if (owner.disabled === disabled) return
    if (disabled) await requireDispensable(tx, owner)
    await tx.db
      .updateTable('users')
      .set({ disabled_at: disabled ? toInstant(tx.now) : null })
      .where('id', '=', userId)
      .execute()
    if (disabled) {
      await leavePlan(tx, userId)
      await endAccessOf(tx, [userId])
      await withdrawInvitations(tx, { invitedBy: userId })
    } else {
      await keepPayer(tx, userId)
    }
    const { name, email } = owner
    await record(tx, disabled ? 'owner.disabled' : 'owner.enabled', { id: userId, name, email })
  })
  if (disabled) await endLeftPlanNow(ctx)
  return listOwners(ctx)
}
