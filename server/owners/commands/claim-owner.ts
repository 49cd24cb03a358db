import type { OwnerDto } from '#shared/owners.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { endAccess } from '../../auth/commands/end-earlier-access.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { getOwner, listOwners } from '../queries/owners.ts'

/**
 * Holds the agency, then finds the owner and makes sure that who asks still owns it too: of two owners who
 * remove each other at the same moment, the second finds out here.
 */
export async function claimOwner(
  tx: Tx<AgencyCtx>,
  userId: string,
): Promise<{ owner: OwnerDto; actor: OwnerDto }> {
  await lockAgency(tx, tx.reach.agencyId)
  const owner = await getOwner(tx, userId)
  const actor = (await listOwners(tx)).find(({ user_id }) => user_id === tx.actor.userId)
  if (actor === undefined || actor.disabled) {
    throw new AppError('FORBIDDEN', 'You no longer own this agency.', { reason: 'no_owner' })
  }
  return { owner, actor }
}

/** The agency keeps its primary owner, and somebody who can sign in and act for it. */
export async function requireDispensable(tx: Tx<AgencyCtx>, owner: OwnerDto): Promise<void> {
  const active = (await listOwners(tx)).filter(({ disabled }) => !disabled)
  if (active.every(({ user_id }) => user_id === owner.user_id)) {
    throw new AppError('CONFLICT', 'An agency needs an active owner. Invite another owner first.', {
      reason: 'last_owner',
    })
  }
  if (!owner.primary) return
  throw new AppError('CONFLICT', 'The agency belongs to its primary owner until they hand it over.', {
    reason: 'primary_owner',
  })
}

/** Ends the owner's sessions, tokens, feeds and open screens, on this device as well as on others. */
export async function shutOwnerOut(tx: Tx, userId: string): Promise<void> {
  await endAccess(tx, userId)
  await record(tx, 'access.changed', { id: userId, userId })
}
