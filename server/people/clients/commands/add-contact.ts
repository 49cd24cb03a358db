import type { z } from 'zod'
import type { ClientContactDto, ClientDto } from '#shared/people/clients.ts'
import type { contactSaveInput } from '#shared/people/schemas/clients.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { getClient } from '../queries/clients.ts'
import { findAccount, getContact } from '../queries/contacts.ts'
import { announceAccess, linkAccount } from './link-contact.ts'

export type ContactFields = z.output<typeof contactSaveInput>

/** Adds a contact to a client. An account that the client has under this email gets the contact's permissions. */
export function addContact(ctx: AgencyCtx, input: ContactFields): Promise<ClientContactDto> {
  return refuseDuplicateEmail(
    transact(ctx, async (tx) => {
      const client = await getClient(tx, input.client_id)
      const id = newId()
      const now = toInstant(tx.now)
      await insertInto(tx, 'client_contacts')
        .values({
          agency_id: ctx.reach.agencyId,
          id,
          client_id: client.id,
          ...editableColumns(input),
          user_id: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await record(tx, 'client.contact-added', aboutContact(client, input))
      const account = await findAccount(tx, { client_id: client.id, email: input.email })
      if (account !== null) {
        await linkAccount(tx, { id, user_id: null }, account)
        await announceAccess(tx, account, input.portal_access)
      }
      return getContact(tx, id)
    }),
  )
}

export const aboutContact = (client: Pick<ClientDto, 'id' | 'name'>, input: ContactFields) => ({
  id: client.id,
  client: client.name,
  name: input.name,
  email: input.email,
  portal_access: input.portal_access,
  can_see_projects: input.can_see_projects,
  can_see_billing: input.can_see_billing,
})

export const editableColumns = (input: ContactFields) => ({
  name: input.name,
  email: input.email,
  phone: input.phone,
  portal_access: toFlag(input.portal_access),
  can_see_projects: toFlag(input.can_see_projects),
  can_see_billing: toFlag(input.can_see_billing),
})

/** Throws CONFLICT if another contact has the email. */
export async function refuseDuplicateEmail<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'This client already has a contact with this email.'
    throw new AppError('CONFLICT', message, { fields: { email: message } })
  }
}
