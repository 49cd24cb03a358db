import type { OwnerDto } from '#shared/identity/owners.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { endAccess } from '../../../identity/auth/access/commands/end-earlier-access.ts'
import { getOwner, listOwners } from '../queries/owners.ts'

/**
 * Finds the owner and checks that the caller still is one: if two owners remove each other at once, the second fails
 * here.
 */
export async function findOwner(
  tx: Tx<AgencyCtx>,
  userId: string,
): Promise<{ owner: OwnerDto; actor: OwnerDto }> {
  const owner = await getOwner(tx, userId)
  const actor = (await listOwners(tx)).find(({ user_id }) => user_id === tx.actor.userId)
  if (actor === undefined || actor.disabled) {
    throw new AppError('FORBIDDEN', 'You no longer own this agency.', { reason: 'no_owner' })
  }
  return { owner, actor }
}

/** Throws if the owner is the primary one, or if no other active owner would remain. */
export async function requireDispensable(tx: Tx<AgencyCtx>, owner: OwnerDto): Promise<void> {
  const active = (await listOwners(tx)).filter(({ disabled }) => !disabled)
  if (active.every(({ user_id }) => user_id === owner.user_id)) {
    throw new AppError('CONFLICT', 'An agency needs an active owner. Invite another owner first.', {
      reason: 'last_owner',
    })
  }
  if (!owner.primary) return
  throw new AppError(
    'CONFLICT',
    'The primary owner can’t be disabled or removed. They must hand the agency over first.',
    {
      reason: 'primary_owner',
    },
  )
}

/** Ends the owner's sessions, tokens, feeds, and streams on all devices. */
export async function shutOwnerOut(tx: Tx, userId: string): Promise<void> {
  await endAccess(tx, userId)
  await record(tx, 'access.changed', { id: userId, userId })
}
