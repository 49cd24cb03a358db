import type { ClientDetailsDto, ClientNoteDto } from '#shared/clients.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { getClient } from './clients.ts'
import { listContacts, portalPeople, portalStatus } from './contacts.ts'

/** The projects of a client, which another domain knows. */
export type ProjectsOf = (ctx: UserCtx, clientId: string) => Promise<ClientDetailsDto['projects']>

/** Everything the agency keeps about a client: people, notes and projects. */
export async function getClientDetails(
  ctx: UserCtx,
  input: { id: string },
  projectsOf: ProjectsOf,
): Promise<ClientDetailsDto> {
  const client = await getClient(ctx, input.id)
  const [people, notes, projects] = await Promise.all([
    portalPeople(ctx, client.id),
    listNotes(ctx, client.id),
    projectsOf(ctx, client.id),
  ])
  return {
    client,
    portal_status: portalStatus(client.email, people),
    contacts: await listContacts(ctx, client.id, people),
    notes,
    projects,
  }
}

const listNotes = (ctx: UserCtx, clientId: string): Promise<ClientNoteDto[]> =>
  selectFrom(ctx, 'client_notes')
    .select(['id', 'author_name', 'text', 'created_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
