import type { z } from 'zod'
import type { ClientContactDto, contactSaveInput } from '#shared/clients.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { endUserSessions } from '../../auth/sessions.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { getContact } from '../queries/details.ts'
import { getClient } from '../queries.ts'

type ContactSave = z.output<typeof contactSaveInput>

/** What a contact's open screens read again when their rights may have changed. */
const RIGHTS_SHOW_IN = ['auth', 'projects', 'tasks', 'messages', 'invoices', 'payments', 'dashboard']

/** Adds a person to a client company, or updates the one named by `id`. */
export async function saveContact(db: Db, scope: AgencyScope, input: ContactSave): Promise<ClientContactDto> {
  try {
    return await transact(db, async (trx) => {
      const client = await getClient(trx, scope, input.client_id)
      const id =
        input.id === undefined
          ? await insertContact(trx, scope, input)
          : await updateContact(trx, scope, input, input.id)
      await recordActivity(trx, scope, {
        action: input.id === undefined ? 'client.contact-added' : 'client.contact-updated',
        subject: { type: 'client', id: client.id },
        touches: ['clients'],
        summary: `${input.name} ${input.id === undefined ? 'added to' : 'updated at'} ${client.name}`,
      })
      return getContact(trx, scope, id)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'This client already has a contact with this email.'
    throw new AppError('CONFLICT', message, { fields: { email: message } })
  }
}

async function insertContact(trx: Trx, scope: AgencyScope, input: ContactSave): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('client_contacts')
    .values({
      agency_id: scope.agencyId,
      id,
      client_id: input.client_id,
      ...editableFields(input),
      user_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function updateContact(trx: Trx, scope: AgencyScope, input: ContactSave, id: string): Promise<string> {
  const current = await findContact(trx, scope, id)
  if (current.client_id !== input.client_id) throw notFound('This contact')
  if (input.version !== undefined && input.version !== current.version) throw conflict('This contact')
  const { numUpdatedRows } = await trx
    .updateTable('client_contacts')
    .set({
      ...editableFields(input),
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('version', '=', current.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This contact')
  if (!input.portal_access) await signOut(trx, scope, current.user_id)
  else if (current.user_id !== null) {
    await publishChange(trx, scope, { domains: RIGHTS_SHOW_IN, userId: current.user_id })
  }
  return id
}

const editableFields = (input: ContactSave) => ({
  name: input.name,
  email: input.email,
  phone: input.phone,
  portal_access: toFlag(input.portal_access),
  can_see_projects: toFlag(input.can_see_projects),
  can_see_billing: toFlag(input.can_see_billing),
})

/** Removes the person and their way into the portal; their account belongs to no client any more. */
export function removeContact(db: Db, scope: AgencyScope, input: { id: string }): Promise<void> {
  return transact(db, async (trx) => {
    const contact = await findContact(trx, scope, input.id)
    await trx
      .deleteFrom('client_contacts')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .execute()
    await trx
      .updateTable('invitations')
      .set({ revoked_at: toInstant(scope.now) })
      .where('agency_id', '=', scope.agencyId)
      .where('client_id', '=', contact.client_id)
      .where('email', '=', contact.email)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    if (contact.user_id !== null) {
      await trx
        .updateTable('profiles')
        .set({ agency_id: null, client_id: null, updated_at: toInstant(scope.now) })
        .where('user_id', '=', contact.user_id)
        .where('agency_id', '=', scope.agencyId)
        .execute()
      await recordAudit(trx, scope, {
        action: 'member.removed',
        subject: { type: 'user', id: contact.user_id },
        detail: `${contact.email} is no contact of the agency any more`,
      })
    }
    await signOut(trx, scope, contact.user_id)
    await recordActivity(trx, scope, {
      action: 'client.contact-removed',
      subject: { type: 'client', id: contact.client_id },
      touches: ['clients'],
      summary: `${contact.name} removed from the client's contacts`,
    })
  })
}

/** Called when an invitation is accepted: the account is this contact's from now on. */
export async function linkContact(
  trx: Trx,
  invitation: { agencyId: AgencyId; clientId: string; email: string; userId: string },
): Promise<void> {
  await trx
    .updateTable('client_contacts')
    .set({ user_id: invitation.userId })
    .where('agency_id', '=', invitation.agencyId)
    .where('client_id', '=', invitation.clientId)
    .where('email', '=', invitation.email)
    .execute()
}

async function findContact(trx: Trx, scope: AgencyScope, id: string) {
  const contact = await trx
    .selectFrom('client_contacts')
    .select(['client_id', 'name', 'email', 'user_id', 'version'])
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (contact === undefined) throw notFound('This contact')
  return contact
}

async function signOut(trx: Trx, scope: AgencyScope, userId: string | null): Promise<void> {
  if (userId === null) return
  await endUserSessions(trx, userId)
  await publishChange(trx, scope, { domains: ['auth'], userId })
}
