import type { z } from 'zod'
import { INVITATION_DAYS, type InvitationDto } from '#shared/people/invitations.ts'
import type { invitationCreateInput } from '#shared/people/schemas/invitations.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, newId, toInstant } from '../../../base/db/values.ts'
import { countRecipients } from '../../../identity/agencies/commands/count-recipients.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { hashSecret, newSecret } from '../../../identity/auth/sessions.ts'
import { getInvitation } from '../queries/invitations.ts'
import { refuseClosed } from './revoke.ts'

type InvitationCreate = z.output<typeof invitationCreateInput>

/** Invites an email address to the agency and mails the link; withdraws an earlier open invitation to it. */
export async function createInvitation(
  ctx: AgencyCtx & UserRequest,
  input: InvitationCreate,
): Promise<InvitationDto> {
  if (input.role === 'agency_admin') {
    const { password = '', code } = input
    await reAuthenticate(ctx, { password, code })
  }
  await countRecipients(ctx, 1)
  return transact(ctx, async (tx) => {
    const contactId = await requireInvitable(tx, input)
    await withdrawOpen(tx, input.email)
    const id = newId()
    const secret = newSecret()
    const { email, role } = input
    await insertInto(tx, 'invitations')
      .values({
        id,
        agency_id: ctx.reach.agencyId,
        email,
        role,
        client_id: input.client_id ?? null,
        employee_id: input.employee_id ?? null,
        contact_id: contactId,
        token_hash: hashSecret(secret),
        invited_by: ctx.actor.userId,
        created_at: toInstant(tx.now),
        expires_at: toInstant(addDays(tx.now, INVITATION_DAYS)),
        accepted_at: null,
        revoked_at: null,
      })
      .execute()
    await record(tx, 'invitation.sent', { id, email, role, secret, again: false, days: INVITATION_DAYS })
    return getInvitation(tx, id)
  })
}

/** Mails a new link that is valid for seven days; the earlier link stops working. */
export async function resendInvitation(ctx: AgencyCtx, { id }: { id: string }): Promise<InvitationDto> {
  await countRecipients(ctx, 1)
  return transact(ctx, async (tx) => {
    const secret = newSecret()
    const row = await updateTable(tx, 'invitations')
      .set({
        token_hash: hashSecret(secret),
        expires_at: toInstant(addDays(tx.now, INVITATION_DAYS)),
      })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (row === undefined) throw await refuseClosed(tx, id)
    await record(tx, 'invitation.sent', { id, ...row, secret, again: true, days: INVITATION_DAYS })
    return getInvitation(tx, id)
  })
}

/** Returns the id of the contact with the address, if there is one. */
async function requireInvitable(tx: Tx<AgencyCtx>, input: InvitationCreate): Promise<string | null> {
  const member = await selectFrom(tx, 'profiles')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('email', '=', input.email)
    .executeTakeFirst()
  if (member !== undefined) {
    throw new AppError('CONFLICT', 'This person already belongs to your agency.', { reason: 'is_member' })
  }
  if (input.client_id) return requirePortalAccess(tx, input.client_id, input.email)
  if (input.employee_id) {
    const employee = await selectFrom(tx, 'employees')
      .select('id')
      .where('id', '=', input.employee_id)
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
  }
  return null
}

/** Requires a client with portal access and, if the address is a contact's, of the contact. */
async function requirePortalAccess(
  tx: Tx<AgencyCtx>,
  clientId: string,
  email: string,
): Promise<string | null> {
  const client = await selectFrom(tx, 'clients')
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.agency_id', '=', 'clients.agency_id')
        .onRef('client_contacts.client_id', '=', 'clients.id')
        .on('client_contacts.email', '=', email),
    )
    .select([
      'clients.portal_access',
      'clients.archived_at',
      'client_contacts.id as contact_id',
      'client_contacts.portal_access as contact_access',
    ])
    .where('clients.id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  if (client.archived_at !== null) {
    throw new AppError('BAD_REQUEST', 'Restore this client before you invite its people.', {
      reason: 'portal_access_off',
    })
  }
  if (client.portal_access === 0 || client.contact_access === 0) {
    throw new AppError('BAD_REQUEST', 'Turn on portal access for this client before you invite them.', {
      reason: 'portal_access_off',
    })
  }
  return client.contact_id
}

async function withdrawOpen(tx: Tx<AgencyCtx>, email: string): Promise<void> {
  await updateTable(tx, 'invitations')
    .set({ revoked_at: toInstant(tx.now) })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
