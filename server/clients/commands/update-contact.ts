import type { ClientContactDto } from '#shared/clients.ts'
import { withdrawInvitations } from '../../agencies/commands/withdraw-invitations.ts'
import { shutOut } from '../../auth/commands/end-sessions.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { getClient } from '../queries/clients.ts'
import { type ContactRow, findContact, getContact } from '../queries/contacts.ts'
import { type ContactFields, editableColumns, refuseTwins } from './create-contact.ts'

/** Changes a person of a client company; a contact who loses access is signed out at once. */
export function updateContact(ctx: AgencyCtx, id: string, input: ContactFields): Promise<ClientContactDto> {
  return refuseTwins(
    transact(ctx, async (tx) => {
      const client = await getClient(tx, input.client_id)
      const current = await findContact(tx, id)
      if (current.client_id !== client.id) throw notFound('This contact')
      if (input.version !== undefined && input.version !== current.version) throw conflict('This contact')
      const row = { agency_id: ctx.reach.agencyId, id, version: current.version }
      await updateVersioned(tx, 'client_contacts', row, editableColumns(input), 'This contact')
      if (changesInvitation(current, editableColumns(input))) {
        await withdrawInvitations(tx, { clientId: client.id, email: current.email, contactId: id })
      }
      if (current.user_id !== null) await tellContact(tx, current.user_id, input.portal_access)
      await record(tx, 'client.contact-updated', { id: client.id, name: input.name, client: client.name })
      return getContact(tx, id)
    }),
  )
}

const tellContact = (tx: Tx, userId: string, mayEnter: boolean): Promise<void> =>
  mayEnter ? record(tx, 'client.contact-rights-changed', { id: userId, userId }) : shutOut(tx, [userId])

/** Whether an open invitation would let in somebody else, or to something else, than was meant. */
const changesInvitation = (
  before: ContactRow,
  after: Pick<ContactRow, 'email' | 'portal_access' | 'can_see_projects' | 'can_see_billing'>,
): boolean =>
  before.email !== after.email ||
  before.portal_access !== after.portal_access ||
  before.can_see_projects !== after.can_see_projects ||
  before.can_see_billing !== after.can_see_billing
