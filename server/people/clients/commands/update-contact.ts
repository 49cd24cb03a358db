import type { ClientContactDto } from '#shared/people/clients.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { getClient } from '../queries/clients.ts'
import { type ContactRow, findAccount, getContact, requireContact } from '../queries/contacts.ts'
import { aboutContact, type ContactFields, editableColumns, refuseDuplicateEmail } from './add-contact.ts'
import { announceAccess, linkAccount } from './link-contact.ts'
import { removeAccount } from './remove-account.ts'

/** Updates a contact; an account that loses access, or whose email it no longer is, is signed out immediately. */
export function updateContact(ctx: AgencyCtx, id: string, input: ContactFields): Promise<ClientContactDto> {
  return refuseDuplicateEmail(
    transact(ctx, async (tx) => {
      const client = await getClient(tx, input.client_id)
      const current = await requireContact(tx, id)
      if (current.client_id !== client.id) throw notFound('This contact')
      if (input.version !== undefined && input.version !== current.version) throw conflict('This contact')
      const row = { agency_id: ctx.reach.agencyId, id, version: current.version }
      await updateVersioned(tx, 'client_contacts', row, editableColumns(input), 'This contact')
      if (changesInvitation(current, editableColumns(input))) {
        await withdrawInvitations(tx, { clientId: client.id, email: current.email, contactId: id })
      }
      const account = await accountAfter(tx, current, input.email)
      if (account !== null) await announceAccess(tx, account, input.portal_access)
      await record(tx, 'client.contact-updated', aboutContact(client, input))
      return getContact(tx, id)
    }),
  )
}

/** The account that now has the contact's permissions; one whose address it no longer is loses access. */
async function accountAfter(tx: Tx, before: ContactRow, email: string): Promise<string | null> {
  if (before.user_id !== null && before.email === email) return before.user_id
  const account = await findAccount(tx, { client_id: before.client_id, email })
  if (account !== null) await linkAccount(tx, before, account)
  else if (before.user_id !== null) await removeAccount(tx, before.user_id)
  return account
}

/** Whether open invitations would now admit someone else, or grant other access. */
const changesInvitation = (
  before: ContactRow,
  after: Pick<ContactRow, 'email' | 'portal_access' | 'can_see_projects' | 'can_see_billing'>,
): boolean =>
  before.email !== after.email ||
  before.portal_access !== after.portal_access ||
  before.can_see_projects !== after.can_see_projects ||
  before.can_see_billing !== after.can_see_billing
