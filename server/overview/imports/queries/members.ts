import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** A member of the team, as needed for tasks and time entries. */
export interface Member {
  /** A contributor's id or an owner's user id. */
  id: string
  name: string
  email: string
  role: 'owner' | 'contributor'
  employeeId: string | null
  /** Null for contributors without an account. */
  userId: string | null
  /** Minor units per hour. */
  billingRate: number
  costRate: number
}

/** The team by name: contributors, with or without an account, and owners. */
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
      .select(['user_id', 'name', 'email', 'billing_rate', 'cost_rate'])
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
      billingRate: row.hourly_rate,
      costRate: row.hourly_rate,
    })),
    ...owners.map((row) => ({
      id: row.user_id,
      name: row.name,
      email: row.email,
      role: 'owner' as const,
      employeeId: null,
      userId: row.user_id,
      billingRate: row.billing_rate ?? 0,
      costRate: row.cost_rate ?? 0,
    })),
  ]
  return members.sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}
