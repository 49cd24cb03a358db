import type { MessagePersonDto } from '#shared/work/messages.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { requireThread, type Thread } from './threads.ts'

/** Everyone who can read the project's conversation: members of the agency and of the client. */
export async function listPeople(ctx: UserCtx, input: { project_id: string }): Promise<MessagePersonDto[]> {
  return selectPeople(ctx, await requireThread(ctx, input.project_id))
}

export const selectPeople = (ctx: Ctx, thread: Thread): Promise<MessagePersonDto[]> =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('client_contacts as contact', (join) =>
      join
        .onRef('contact.user_id', '=', 'profiles.user_id')
        .onRef('contact.client_id', '=', 'profiles.client_id'),
    )
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'profiles.agency_id')
        .onRef('clients.id', '=', 'profiles.client_id'),
    )
    .select(['profiles.user_id', 'profiles.name', 'profiles.role'])
    .where('profiles.agency_id', '=', thread.agency_id)
    .where('users.disabled_at', 'is', null)
    .where('employees.deactivated_at', 'is', null)
    .where((eb) =>
      eb.or([eb('contact.can_see_projects', 'is', null), eb('contact.can_see_projects', '=', 1)]),
    )
    .where((eb) =>
      eb.or([
        eb('profiles.role', 'in', ['agency_admin', 'employee']),
        eb.and([
          eb('profiles.role', '=', 'client'),
          eb('profiles.client_id', '=', thread.assigned_client_id),
          eb('clients.portal_access', '=', 1),
          eb.or([eb('contact.portal_access', 'is', null), eb('contact.portal_access', '=', 1)]),
        ]),
      ]),
    )
    .orderBy('profiles.name')
    .orderBy('profiles.user_id')
    .execute()
