import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

// Recipients may be beyond the actor's access, so each query specifies the agency.
type People = { user_id: string }[]
const ids = (people: People): string[] => people.map((person) => person.user_id)

export async function agencyOwners(ctx: Ctx, agencyId: AgencyId): Promise<string[]> {
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'agency_admin')
      .execute(),
  )
}

export async function platformAdmins(ctx: Ctx): Promise<string[]> {
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .select('user_id')
      .where('role', '=', 'super_admin')
      .execute(),
  )
}

/** Everyone with an account: the team and the clients' people. */
export async function agencyMembers(ctx: Ctx, agencyId: AgencyId): Promise<string[]> {
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .execute(),
  )
}

/** All contributors with an account. */
export async function agencyContributors(ctx: Ctx, agencyId: AgencyId): Promise<string[]> {
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'employee')
      .execute(),
  )
}

/** The accounts of contributors; those never invited have none. */
export async function usersOfEmployees(
  ctx: Ctx,
  agencyId: AgencyId,
  employeeIds: readonly string[],
): Promise<string[]> {
  if (employeeIds.length === 0) return []
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'employee')
      .where('employee_id', 'in', employeeIds)
      .execute(),
  )
}

/** The client's accounts, except contacts without access to its projects or bills. */
export async function usersOfClient(
  ctx: Ctx,
  agencyId: AgencyId,
  clientId: string,
  about: 'projects' | 'billing' = 'projects',
): Promise<string[]> {
  const right = about === 'projects' ? 'contact.can_see_projects' : 'contact.can_see_billing'
  return ids(
    await selectFrom(acrossAgencies(ctx), 'profiles')
      .leftJoin('client_contacts as contact', (join) =>
        join
          .onRef('contact.user_id', '=', 'profiles.user_id')
          .onRef('contact.client_id', '=', 'profiles.client_id'),
      )
      .select('profiles.user_id')
      .where('profiles.agency_id', '=', agencyId)
      .where('profiles.role', '=', 'client')
      .where('profiles.client_id', '=', clientId)
      .where((eb) => eb.or([eb(right, 'is', null), eb(right, '=', 1)]))
      .execute(),
  )
}

/** The agency's owner and the contributors assigned to the project. */
export const projectTeam = async (ctx: Ctx, agencyId: AgencyId, projectId: string): Promise<string[]> => [
  ...(await agencyOwners(ctx, agencyId)),
  ...(await projectContributors(ctx, agencyId, projectId)),
]

/** The accounts of those assigned to the project who may sign in. */
export async function projectContributors(
  ctx: Ctx,
  agencyId: AgencyId,
  projectId: string,
): Promise<string[]> {
  return ids(
    await selectFrom(acrossAgencies(ctx), 'project_assignees')
      .innerJoin('employees', (join) =>
        join
          .onRef('employees.agency_id', '=', 'project_assignees.agency_id')
          .onRef('employees.id', '=', 'project_assignees.employee_id'),
      )
      .innerJoin('profiles', (join) =>
        join
          .onRef('profiles.agency_id', '=', 'employees.agency_id')
          .onRef('profiles.employee_id', '=', 'employees.id'),
      )
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select('profiles.user_id')
      .where('project_assignees.agency_id', '=', agencyId)
      .where('project_assignees.project_id', '=', projectId)
      .where('profiles.role', '=', 'employee')
      .where('employees.deactivated_at', 'is', null)
      .where('users.disabled_at', 'is', null)
      .execute(),
  )
}
