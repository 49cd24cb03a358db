import type { z } from 'zod'
import type { ContributorDto, PersonDto } from '#shared/people/people.ts'
import type { contributorListInput } from '#shared/people/schemas/people.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { whereSet } from '../../base/core/rows/paging.ts'
import { isPlatformAdmin } from '../../base/core/rows/reach.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'
import { containsText } from '../../base/db/engines/dialect.ts'
import { openTasksOf } from '../../base/db/open-tasks.ts'
import { selectMembers } from '../../identity/auth/accounts/queries/person.ts'
import { requireProject } from '../projects/queries/projects.ts'

/** More than any picker shows; the others are found by search. */
const MAX_PEOPLE = 500

/**
 * The people to whom the caller can assign a quick task: other administrators for the platform's; owner and
 * contributors for everyone in an agency, including its clients. Empty without an agency.
 */
export function listPeople(ctx: UserCtx, { search }: { search: string }): Promise<PersonDto[]> {
  return assignablePeople(ctx)
    .$if(search !== '', (query) => query.where((eb) => containsText(eb, [eb.ref('profiles.name')], search)))
    .limit(MAX_PEOPLE)
    .execute()
}

/** Null if the caller can't assign quick tasks to this user. */
export async function findPerson(ctx: UserCtx, userId: string): Promise<PersonDto | null> {
  const person = await assignablePeople(ctx).where('profiles.user_id', '=', userId).executeTakeFirst()
  return person ?? null
}

function assignablePeople(ctx: UserCtx) {
  const people = selectMembers(ctx)
    .select(['profiles.user_id', 'profiles.name', 'profiles.role', 'profiles.avatar'])
    .orderBy('profiles.role')
    .orderBy('profiles.name')
    .orderBy('profiles.user_id')
  if (isPlatformAdmin(ctx)) return people.where('profiles.role', '=', 'super_admin')
  return people
    .where('profiles.agency_id', '=', ctx.reach.agencyId)
    .where('profiles.role', 'in', ['agency_admin', 'employee'])
}

/** Active contributors to whom tasks and projects can be assigned, by name; on request, also others with open tasks. */
export async function listContributors(
  ctx: UserCtx,
  input: z.output<typeof contributorListInput>,
): Promise<ContributorDto[]> {
  const project = input.project_id == null ? null : await requireProject(ctx, input.project_id)
  return selectFrom(ctx, 'employees')
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
      'employees.deactivated_at',
    ])
    .where((eb) => {
      const active = eb('employees.deactivated_at', 'is', null)
      return input.assigned ? eb.or([active, eb.exists(openTasksOf(eb).select('tasks.id'))]) : active
    })
    .$call((query) => whereSet(query, 'employees.agency_id', project?.agency_id))
    .$if(input.search !== '', (query) =>
      query.where((eb) => containsText(eb, [eb.ref('employees.name')], input.search)),
    )
    .orderBy('employees.name')
    .orderBy('employees.id')
    .limit(MAX_PEOPLE)
    .execute()
}
