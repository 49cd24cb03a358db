import type { ClientContactDto, ClientDetailsDto, ClientNoteDto, PortalStatus } from '#shared/clients.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { fromFlag, toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { listProjects } from '../../projects/queries.ts'
import { getClient } from '../queries.ts'

/** Everything the agency keeps about a client: people, notes and projects. */
export async function getClientDetails(
  db: Db,
  scope: Scope,
  input: { id: string },
): Promise<ClientDetailsDto> {
  const client = await getClient(db, scope, input.id)
  const [contacts, notes, projects, portal] = await Promise.all([
    visibleContacts(db, scope).where('client_contacts.client_id', '=', client.id).execute(),
    listNotes(db, scope, client.id),
    listProjects(db, scope, { client_id: client.id, search: '', archived: false, limit: MAX_PAGE_SIZE }),
    portalPeople(db, scope, client.id),
  ])
  return {
    client,
    portal_status: statusOf(client.email, portal),
    contacts: contacts.map((contact) => toContact(contact, portal)),
    notes,
    projects: projects.items,
  }
}

/** NOT_FOUND when the person is missing or at a foreign client. */
export async function getContact(db: Db, scope: Scope, id: string): Promise<ClientContactDto> {
  const contact = await visibleContacts(db, scope).where('client_contacts.id', '=', id).executeTakeFirst()
  if (contact === undefined) throw notFound('This contact')
  return toContact(contact, await portalPeople(db, scope, contact.client_id))
}

type ContactRow = Awaited<ReturnType<ReturnType<typeof visibleContacts>['executeTakeFirstOrThrow']>>

function visibleContacts(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('client_contacts')
    .select([
      'id',
      'client_id',
      'name',
      'email',
      'phone',
      'portal_access',
      'can_see_projects',
      'can_see_billing',
      'user_id',
      'version',
      'created_at',
    ])
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .orderBy('name')
    .orderBy('id')
}

function listNotes(db: Db, scope: Scope, clientId: string): Promise<ClientNoteDto[]> {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('client_notes')
    .select(['id', 'author_name', 'text', 'created_at'])
    .where('client_id', '=', clientId)
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

interface PortalPeople {
  accounts: Set<string>
  invited: Set<string>
}

/** E-mails that sign in for the client, and e-mails with an open invitation to do so. */
async function portalPeople(db: Db, scope: Scope, clientId: string): Promise<PortalPeople> {
  const [accounts, invited] = await Promise.all([
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select('users.email')
      .where('profiles.client_id', '=', clientId)
      .execute(),
    db
      .selectFrom('invitations')
      .select('email')
      .where('client_id', '=', clientId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', toInstant(scope.now))
      .execute(),
  ])
  return {
    accounts: new Set(accounts.map((row) => row.email)),
    invited: new Set(invited.map((row) => row.email)),
  }
}

function statusOf(email: string, people: PortalPeople): PortalStatus {
  if (people.accounts.has(email)) return 'active'
  return people.invited.has(email) ? 'invited' : 'none'
}

const toContact = (row: ContactRow, people: PortalPeople): ClientContactDto => ({
  id: row.id,
  client_id: row.client_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  portal_access: fromFlag(row.portal_access),
  can_see_projects: fromFlag(row.can_see_projects),
  can_see_billing: fromFlag(row.can_see_billing),
  portal_status: row.user_id === null ? statusOf(row.email, people) : 'active',
  version: row.version,
  created_at: row.created_at,
})
