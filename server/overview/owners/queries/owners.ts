import type { OwnerDto } from '#shared/identity/owners.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'

/** The agency's owners, primary owner first. */
export async function listOwners(ctx: AgencyCtx): Promise<OwnerDto[]> {
  const rows = await selectOwners(ctx).orderBy('profiles.name').orderBy('profiles.user_id').execute()
  const owners = rows.map(toOwner)
  return [...owners.filter(({ primary }) => primary), ...owners.filter(({ primary }) => !primary)]
}

/** Throws NOT_FOUND for anyone who isn't an owner of the agency. */
export async function getOwner(ctx: AgencyCtx, userId: string): Promise<OwnerDto> {
  const row = await selectOwners(ctx).where('profiles.user_id', '=', userId).executeTakeFirst()
  if (row === undefined) throw notFound('This owner')
  return toOwner(row)
}

/**
 * Finds the owner and checks that the caller still is one: if two owners remove each other at once, the second fails
 * here.
 */
export async function requireOwner(
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

type OwnerRow = Awaited<ReturnType<ReturnType<typeof selectOwners>['executeTakeFirstOrThrow']>>

const selectOwners = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .innerJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .leftJoin('two_factors', 'two_factors.user_id', 'profiles.user_id')
    .select([
      'profiles.user_id',
      'profiles.name',
      'profiles.email',
      'profiles.avatar',
      'profiles.last_login',
      'agencies.owner_id',
      'users.disabled_at',
      'two_factors.confirmed_at',
    ])
    .where('profiles.agency_id', '=', ctx.reach.agencyId)
    .where('profiles.role', '=', 'agency_admin')
    .where('users.password_hash', '!=', DELETED_PASSWORD)

const toOwner = ({ owner_id, disabled_at, confirmed_at, ...row }: OwnerRow): OwnerDto => ({
  ...row,
  primary: row.user_id === owner_id,
  disabled: disabled_at !== null,
  two_factor: confirmed_at !== null,
})
