import type { z } from 'zod'
import type { ClientContactDto, contactSaveInput } from '#shared/clients.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { getClient } from '../queries/clients.ts'
import { getContact } from '../queries/contacts.ts'

export type ContactFields = z.output<typeof contactSaveInput>

/** Adds a person to a client company. */
export function createContact(ctx: AgencyCtx, input: ContactFields): Promise<ClientContactDto> {
  return refuseTwins(
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
      await record(tx, 'client.contact-added', { id: client.id, name: input.name, client: client.name })
      return getContact(tx, id)
    }),
  )
}

export const editableColumns = (input: ContactFields) => ({
  name: input.name,
  email: input.email,
  phone: input.phone,
  portal_access: toFlag(input.portal_access),
  can_see_projects: toFlag(input.can_see_projects),
  can_see_billing: toFlag(input.can_see_billing),
})

/** CONFLICT for a second contact with the e-mail of another. */
export async function refuseTwins<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'This client already has a contact with this email.'
    throw new AppError('CONFLICT', message, { fields: { email: message } })
  }
}
