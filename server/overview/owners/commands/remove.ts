import type { z } from 'zod'
import type { ownerActInput } from '#shared/identity/schemas/owners.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { removeMember } from '../../../identity/auth/access/commands/remove-member.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { endLeftPlanNow, leavePlan } from '../../../money/plans/commands/end-renewals.ts'
import { requireDispensable, requireOwner } from '../queries/owners.ts'

/** Removes an owner from the agency, or lets the caller leave; their account then waits for an invitation. */
export async function removeOwner(
  ctx: AgencyCtx & UserRequest,
  { user_id: userId, ...proof }: z.output<typeof ownerActInput>,
): Promise<{ ok: true }> {
  await reAuthenticate(ctx, proof)
  await transact(ctx, async (tx) => {
    const { owner } = await requireOwner(tx, userId)
    await requireDispensable(tx, owner)
    const { name, email } = owner
    await record(tx, 'owner.removed', { id: userId, name, email, left: userId === ctx.actor.userId })
    await leavePlan(tx, userId)
    await detach(tx, userId)
  })
  await endLeftPlanNow(ctx)
  return { ok: true }
}

async function detach(tx: Tx<AgencyCtx>, userId: string): Promise<void> {
  const { agencyId } = tx.reach
  await updateTable(tx, 'profiles')
    .set({ role: 'employee' })
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
  // Disabling was the agency's decision, so it ends with the membership.
  await tx.db.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
  await removeMember(tx, { userId, agencyId })
  await withdrawInvitations(tx, { invitedBy: userId })
}
