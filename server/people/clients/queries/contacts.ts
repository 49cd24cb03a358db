import type { ClientAccountDto, ClientContactDto, PortalStatus } from '#shared/people/clients.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'

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
  const contact = await requireContact(ctx, id)
  return toContact(contact, await portalPeople(ctx, contact.client_id))
}

/** The stored row, including its account. */
export async function requireContact(ctx: Ctx, id: string): Promise<ContactRow> {
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

/** The id of the client's account that signs in with the email; null if there is none. */
export async function findAccount(
  ctx: Ctx,
  { client_id, email }: Pick<ContactRow, 'client_id' | 'email'>,
): Promise<string | null> {
  const account = await selectFrom(ctx, 'profiles')
    .select('user_id')
    .where('client_id', '=', client_id)
    .where('email', '=', email)
    .executeTakeFirst()
  return account?.user_id ?? null
}

export interface PortalPeople {
  accounts: (ClientAccountDto & { contact_id: string | null })[]
  invited: Set<string>
}

/** Accounts that sign in for the client, and emails with an open invitation. */
export async function portalPeople(ctx: Ctx, clientId: string): Promise<PortalPeople> {
  const [accounts, invited] = await Promise.all([
    selectFrom(ctx, 'profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .leftJoin('client_contacts', (join) =>
        join
          .onRef('client_contacts.user_id', '=', 'profiles.user_id')
          .onRef('client_contacts.client_id', '=', 'profiles.client_id'),
      )
      .select(['profiles.user_id', 'profiles.name', 'users.email', 'client_contacts.id as contact_id'])
      .where('profiles.client_id', '=', clientId)
      .where('users.password_hash', '!=', DELETED_PASSWORD)
      .orderBy('profiles.name')
      .orderBy('profiles.user_id')
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
    accounts,
    invited: new Set(invited.map((row) => row.email)),
  }
}

export function portalStatus(email: string, { accounts, invited }: PortalPeople): PortalStatus {
  if (accounts.some((account) => account.email === email)) return 'active'
  return invited.has(email) ? 'invited' : 'none'
}

/** People can change the email that they sign in with; their contact still has the earlier one. */
const emailOfAccount = ({ id, email }: ContactRow, { accounts }: PortalPeople): string | null =>
  (
    accounts.find((account) => account.contact_id === id) ??
    accounts.find((account) => account.email === email)
  )?.email ?? null

const toContact = (row: ContactRow, people: PortalPeople): ClientContactDto => ({
  id: row.id,
  client_id: row.client_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  portal_access: fromFlag(row.portal_access),
  can_see_projects: fromFlag(row.can_see_projects),
  can_see_billing: fromFlag(row.can_see_billing),
  portal_status: portalStatus(emailOfAccount(row, people) ?? row.email, people),
  account_email: emailOfAccount(row, people),
  version: row.version,
  created_at: row.created_at,
})
