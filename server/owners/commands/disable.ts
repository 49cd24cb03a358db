import type { z } from 'zod'
import type { OwnerDto, ownerDisableInput } from '#shared/owners.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { endRenewalsPaidBy } from '../../packages/commands/end-renewals.ts'
import { listOwners } from '../queries/owners.ts'
import { claimOwner, requireDispensable, shutOwnerOut } from './claim-owner.ts'

/** Keeps an owner out until somebody lets them in again. */
export async function setOwnerDisabled(
  ctx: AgencyCtx,
  { user_id: userId, disabled }: z.output<typeof ownerDisableInput>,
): Promise<OwnerDto[]> {
  await transact(ctx, async (tx) => {
    const { owner } = await claimOwner(tx, userId)
    if (owner.disabled === disabled) return
    if (disabled) await requireDispensable(tx, owner)
    await tx.db
      .updateTable('users')
      .set({ disabled_at: disabled ? toInstant(tx.now) : null })
      .where('id', '=', userId)
      .execute()
    if (disabled) await shutOwnerOut(tx, userId)
    const { name, email } = owner
    await record(tx, disabled ? 'owner.disabled' : 'owner.enabled', { id: userId, name, email })
  })
  if (disabled) await endRenewalsPaidBy(ctx, userId)
  return listOwners(ctx)
}
