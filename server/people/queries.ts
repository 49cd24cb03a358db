import type { z } from 'zod'
import type { ContributorDto, contributorListInput, PersonDto } from '#shared/people.ts'
import { isPlatformAdmin, type Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter } from '../db/scope-guard.ts'
import { requireProject } from '../projects/queries.ts'

/** More people than any picker shows; agencies are far smaller. */
const MAX_PEOPLE = 500

/**
 * Whom the caller may give a quick task to: the platform's staff among themselves, everyone in an agency
 * (its clients too) the owner and the contributors. Empty without an agency.
 */
export function listPeople(db: Db, scope: Scope): Promise<PersonDto[]> {
  return assignablePeople(db, scope).limit(MAX_PEOPLE).execute()
}

/** Null when this user is nobody the caller may give a quick task to. */
export async function findPerson(db: Db, scope: Scope, userId: string): Promise<PersonDto | null> {
  const person = await assignablePeople(db, scope).where('profiles.user_id', '=', userId).executeTakeFirst()
  return person ?? null
}

function assignablePeople(db: Db, scope: Scope) {
  const people = db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .select(['profiles.user_id', 'profiles.name', 'profiles.role', 'profiles.avatar'])
    .where('users.disabled_at', 'is', null)
    .where('employees.deactivated_at', 'is', null)
    .orderBy('profiles.role')
    .orderBy('profiles.name')
    .orderBy('profiles.user_id')
  if (isPlatformAdmin(scope)) return people.where('profiles.role', '=', 'super_admin')
  return people
    .where('profiles.agency_id', '=', agencyFilter(scope))
    .where('profiles.role', 'in', ['agency_admin', 'employee'])
}

/** Active contributors tasks and projects can be assigned to, by name. */
export async function listContributors(
  db: Db,
  scope: Scope,
  input: z.output<typeof contributorListInput>,
): Promise<ContributorDto[]> {
  const agencyId =
    input.project_id == null
      ? agencyFilter(scope)
      : (await requireProject(db, scope, input.project_id)).agency_id
  return db
    .selectFrom('employees')
    .leftJoin('profiles', (join) =>
      join
        .onRef('profiles.agency_id', '=', 'employees.agency_id')
        .onRef('profiles.employee_id', '=', 'employees.id'),
    )
    .select([
      'employees.id as employee_id',
      'profiles.user_id',
      'employees.name',
      'employees.role',
      'employees.agency_id',
    ])
    .where('employees.deactivated_at', 'is', null)
    .$if(agencyId !== null, (query) => query.where('employees.agency_id', '=', agencyId))
    .orderBy('employees.name')
    .orderBy('employees.id')
    .limit(MAX_PEOPLE)
    .execute()
}
