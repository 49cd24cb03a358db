import type { AgencyCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** Somebody of the team, as tasks and hours need them. */
export interface Member {
  /** The contributor's id, or an owner's user id. */
  id: string
  name: string
  email: string
  role: 'owner' | 'contributor'
  employeeId: string | null
  /** Null for a contributor without an account. */
  userId: string | null
  /** Minor units an hour. */
  rate: number
}

/** The team by name: contributors with or without an account, and the owners. */
export async function listMembers(ctx: AgencyCtx): Promise<Member[]> {
  const [contributors, owners] = await Promise.all([
    selectFrom(ctx, 'employees')
      .leftJoin('profiles', (join) =>
        join
          .onRef('profiles.agency_id', '=', 'employees.agency_id')
          .onRef('profiles.employee_id', '=', 'employees.id')
          .on('profiles.role', '=', 'employee'),
      )
      .select([
        'employees.id',
        'employees.name',
        'employees.email',
        'employees.hourly_rate',
        'profiles.user_id',
      ])
      .where('employees.deactivated_at', 'is', null)
      .execute(),
    selectFrom(ctx, 'profiles')
      .select(['user_id', 'name', 'email', 'employee_id'])
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('role', '=', 'agency_admin')
      .execute(),
  ])
  const members: Member[] = [
    ...contributors.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: 'contributor' as const,
      employeeId: row.id,
      userId: row.user_id,
      rate: row.hourly_rate,
    })),
    ...owners.map((row) => ({
      id: row.user_id,
      name: row.name,
      email: row.email,
      role: 'owner' as const,
      employeeId: null,
      userId: row.user_id,
      rate: 0,
    })),
  ]
  return members.sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}
