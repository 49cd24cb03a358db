import type { ClientContactDto } from '#shared/people/clients.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { shutOut } from '../../../identity/auth/access/commands/end-sessions.ts'
import { getClient } from '../queries/clients.ts'
import { type ContactRow, findContact, getContact } from '../queries/contacts.ts'
import { type ContactFields, editableColumns, refuseTwins } from './add-contact.ts'

/** Updates a contact; one who loses access is signed out immediately. */
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
      if (current.user_id !== null) await announceAccess(tx, current.user_id, input.portal_access)
      await record(tx, 'client.contact-updated', { id: client.id, name: input.name, client: client.name })
      return getContact(tx, id)
    }),
  )
}

const announceAccess = (tx: Tx, userId: string, mayEnter: boolean): Promise<void> =>
  mayEnter ? record(tx, 'client.contact-rights-changed', { id: userId, userId }) : shutOut(tx, [userId])

/** Whether open invitations would now admit someone else, or grant other access. */
const changesInvitation = (
  before: ContactRow,
  after: Pick<ContactRow, 'email' | 'portal_access' | 'can_see_projects' | 'can_see_billing'>,
): boolean =>
  before.email !== after.email ||
  before.portal_access !== after.portal_access ||
  before.can_see_projects !== after.can_see_projects ||
  before.can_see_billing !== after.can_see_billing
