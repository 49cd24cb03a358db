import type { AgencyId } from '#shared/roles.ts'
import type { Db } from '../../db/schema.ts'

type People = { user_id: string }[]
const ids = (people: People): string[] => people.map((person) => person.user_id)

export async function agencyOwners(db: Db, agencyId: AgencyId): Promise<string[]> {
  return ids(
    await db
      .selectFrom('profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'agency_admin')
      .execute(),
  )
}

export async function platformAdmins(db: Db): Promise<string[]> {
  return ids(await db.selectFrom('profiles').select('user_id').where('role', '=', 'super_admin').execute())
}

/** The accounts of contributors; those who were never invited have none. */
export async function usersOfEmployees(
  db: Db,
  agencyId: AgencyId,
  employeeIds: readonly string[],
): Promise<string[]> {
  if (employeeIds.length === 0) return []
  return ids(
    await db
      .selectFrom('profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'employee')
      .where('employee_id', 'in', employeeIds)
      .execute(),
  )
}

export async function usersOfClient(db: Db, agencyId: AgencyId, clientId: string): Promise<string[]> {
  return ids(
    await db
      .selectFrom('profiles')
      .select('user_id')
      .where('agency_id', '=', agencyId)
      .where('role', '=', 'client')
      .where('client_id', '=', clientId)
      .execute(),
  )
}

/** The agency's owner and the contributors assigned to the project. */
export async function projectTeam(db: Db, agencyId: AgencyId, projectId: string): Promise<string[]> {
  const assigned = await db
    .selectFrom('project_assignees')
    .select('employee_id')
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .execute()
  const employees = assigned.map((row) => row.employee_id)
  return [...(await agencyOwners(db, agencyId)), ...(await usersOfEmployees(db, agencyId, employees))]
}
