import type { ClientDetailsDto, ClientNoteDto } from '#shared/people/clients.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { getClient } from './clients.ts'
import { listContacts, portalPeople, portalStatus } from './contacts.ts'

/** A client's projects, provided by another domain. */
export type ProjectsOf<Project> = (ctx: UserCtx, clientId: string) => Promise<Project[]>

/** All of a client's details: contacts, notes, and projects. */
export async function getClientDetails<Project>(
  ctx: UserCtx,
  input: { id: string },
  projectsOf: ProjectsOf<Project>,
): Promise<ClientDetailsDto<Project>> {
  const client = await getClient(ctx, input.id)
  const [people, notes, projects] = await Promise.all([
    portalPeople(ctx, client.id),
    listNotes(ctx, client.id),
    projectsOf(ctx, client.id),
  ])
  return {
    client,
    portal_status: portalStatus(client.email, people),
    accounts: people.accounts.flatMap(({ contact_id, ...account }) => (contact_id === null ? [account] : [])),
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
