import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { deleteFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { endRenewalsPaidBy } from '../../packages/commands/end-renewals.ts'
import { claimOwner, requireDispensable, shutOwnerOut } from './claim-owner.ts'

/** Takes an owner out of the agency, or lets the caller leave it; their account waits for an invitation then. */
export async function removeOwner(
  ctx: AgencyCtx,
  { user_id: userId }: { user_id: string },
): Promise<{ ok: true }> {
  await transact(ctx, async (tx) => {
    const { owner } = await claimOwner(tx, userId)
    await requireDispensable(tx, owner)
    const { name, email } = owner
    await record(tx, 'owner.removed', { id: userId, name, email, left: userId === ctx.actor.userId })
    await detach(tx, userId)
    await shutOwnerOut(tx, userId)
  })
  await endRenewalsPaidBy(ctx, userId)
  return { ok: true }
}

async function detach(tx: Tx<AgencyCtx>, userId: string): Promise<void> {
  const { agencyId } = tx.reach
  await updateTable(tx, 'profiles')
    .set({ agency_id: null, role: 'employee', updated_at: toInstant(tx.now) })
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
  // Whoever was disabled owns nothing here any more, so nothing here keeps them out of their account.
  await tx.db.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
  await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
}
