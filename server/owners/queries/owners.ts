import type { OwnerDto } from '#shared/owners.ts'
import { DELETED_PASSWORD } from '../../auth/passwords.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'

/** The agency's owners, the primary one first. */
export async function listOwners(ctx: AgencyCtx): Promise<OwnerDto[]> {
  const rows = await selectOwners(ctx).orderBy('profiles.name').orderBy('profiles.user_id').execute()
  const owners = rows.map(toOwner)
  return [...owners.filter(({ primary }) => primary), ...owners.filter(({ primary }) => !primary)]
}

/** NOT_FOUND for everybody who does not own the agency. */
export async function getOwner(ctx: AgencyCtx, userId: string): Promise<OwnerDto> {
  const row = await selectOwners(ctx).where('profiles.user_id', '=', userId).executeTakeFirst()
  if (row === undefined) throw notFound('This owner')
  return toOwner(row)
}

type OwnerRow = Awaited<ReturnType<ReturnType<typeof selectOwners>['executeTakeFirstOrThrow']>>

const selectOwners = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .innerJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .select([
      'profiles.user_id',
      'profiles.name',
      'profiles.email',
      'profiles.avatar',
      'profiles.last_login',
      'agencies.owner_id',
      'users.disabled_at',
    ])
    .where('profiles.agency_id', '=', ctx.reach.agencyId)
    .where('profiles.role', '=', 'agency_admin')
    .where('users.password_hash', '!=', DELETED_PASSWORD)

const toOwner = ({ owner_id, disabled_at, ...row }: OwnerRow): OwnerDto => ({
  ...row,
  primary: row.user_id === owner_id,
  disabled: disabled_at !== null,
})
