import type { MessagePersonDto } from '#shared/work/messages.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'
import { requireThread, type Thread } from './threads.ts'

/** Everyone who can open the project's conversation: members of the agency and of the client. */
export async function listPeople(ctx: UserCtx, input: { project_id: string }): Promise<MessagePersonDto[]> {
  return threadPeople(ctx, await requireThread(ctx, input.project_id))
}

export const threadPeople = (ctx: Ctx, thread: Thread): Promise<MessagePersonDto[]> =>
  selectMembers(ctx)
    .select(['profiles.user_id', 'profiles.name', 'profiles.role'])
    .where('profiles.agency_id', '=', thread.agency_id)
    .where('client_contacts.can_see_projects', 'is distinct from', 0)
    .where((eb) =>
      eb.or([
        eb('profiles.role', 'in', ['agency_admin', 'employee']),
        eb('profiles.client_id', '=', thread.assigned_client_id),
      ]),
    )
    .orderBy('profiles.name')
    .orderBy('profiles.user_id')
    .execute()
