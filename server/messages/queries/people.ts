import type { MessagePersonDto } from '#shared/messages.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { requireThread, type Thread } from './threads.ts'

/** Everyone who reads the project's conversation: the agency's people and the client's. */
export async function listPeople(
  db: Db,
  scope: Scope,
  input: { project_id: string },
): Promise<MessagePersonDto[]> {
  return selectPeople(db, await requireThread(db, scope, input.project_id))
}

export const selectPeople = (db: Db, thread: Thread): Promise<MessagePersonDto[]> =>
  db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('client_contacts as contact', (join) =>
      join
        .onRef('contact.user_id', '=', 'profiles.user_id')
        .onRef('contact.client_id', '=', 'profiles.client_id'),
    )
    .select(['profiles.user_id', 'profiles.name', 'profiles.role'])
    .where('profiles.agency_id', '=', thread.agency_id)
    .where('users.disabled_at', 'is', null)
    .where((eb) =>
      eb.or([eb('contact.can_see_projects', 'is', null), eb('contact.can_see_projects', '=', 1)]),
    )
    .where((eb) =>
      eb.or([
        eb('profiles.role', 'in', ['agency_admin', 'employee']),
        eb.and([
          eb('profiles.role', '=', 'client'),
          eb('profiles.client_id', '=', thread.assigned_client_id),
        ]),
      ]),
    )
    .orderBy('profiles.name')
    .orderBy('profiles.user_id')
    .execute()
