import type { ClientContactDto, PortalStatus } from '#shared/people/clients.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'

export async function listContacts(
  ctx: Ctx,
  clientId: string,
  people: PortalPeople,
): Promise<ClientContactDto[]> {
  const contacts = await selectContacts(ctx).where('client_id', '=', clientId).execute()
  return contacts.map((contact) => toContact(contact, people))
}

/** Throws NOT_FOUND if the contact is missing or belongs to an inaccessible client. */
export async function getContact(ctx: Ctx, id: string): Promise<ClientContactDto> {
  const contact = await findContact(ctx, id)
  return toContact(contact, await portalPeople(ctx, contact.client_id))
}

/** The stored row, including its account. */
export async function findContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const contact = await selectContacts(ctx).where('id', '=', id).executeTakeFirst()
  if (contact === undefined) throw notFound('This contact')
  return contact
}

export type ContactRow = Awaited<ReturnType<ReturnType<typeof selectContacts>['executeTakeFirstOrThrow']>>

const selectContacts = (ctx: Ctx) =>
  selectFrom(ctx, 'client_contacts')
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
    .orderBy('name')
    .orderBy('id')

export interface PortalPeople {
  accounts: Set<string>
  invited: Set<string>
}

/** Emails of accounts that sign in for the client, and emails with an open invitation. */
export async function portalPeople(ctx: Ctx, clientId: string): Promise<PortalPeople> {
  const [accounts, invited] = await Promise.all([
    selectFrom(ctx, 'profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select('users.email')
      .where('profiles.client_id', '=', clientId)
      .execute(),
    selectFrom(ctx, 'invitations')
      .select('email')
      .where('client_id', '=', clientId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', toInstant(ctx.now))
      .execute(),
  ])
  return {
    accounts: new Set(accounts.map((row) => row.email)),
    invited: new Set(invited.map((row) => row.email)),
  }
}

export function portalStatus(email: string, people: PortalPeople): PortalStatus {
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
  portal_status: row.user_id === null ? portalStatus(row.email, people) : 'active',
  version: row.version,
  created_at: row.created_at,
})
