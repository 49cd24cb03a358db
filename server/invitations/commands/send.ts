import type { z } from 'zod'
import { INVITATION_DAYS, type InvitationDto, type invitationCreateInput } from '#shared/invitations.ts'
import { consumeLimit, type Limit } from '../../adapters/rate-limit.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'
import { getInvitation } from '../queries/invitations.ts'
import { refuseClosed } from './revoke.ts'

type InvitationCreate = z.output<typeof invitationCreateInput>

/** Invitation e-mails an agency may send in an hour. */
const EMAILS: Limit = { name: 'invitation-mail', points: 200, duration: 3600 }

/** Invites an e-mail into the agency and sends the link; an earlier open invitation to it is withdrawn. */
export async function createInvitation(ctx: AgencyCtx, input: InvitationCreate): Promise<InvitationDto> {
  await consumeLimit(ctx.db, EMAILS, ctx.reach.agencyId)
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

/** Sends a new link for another seven days; the earlier link stops working. */
export async function resendInvitation(ctx: AgencyCtx, { id }: { id: string }): Promise<InvitationDto> {
  await consumeLimit(ctx.db, EMAILS, ctx.reach.agencyId)
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

/** Returns which contact of the client company it is, where the address is one's. */
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

/** The company's own switch decides, and the contact's where the address is one. */
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
      'client_contacts.id as contact_id',
      'client_contacts.portal_access as contact_access',
    ])
    .where('clients.id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  if (client.portal_access === 0 || client.contact_access === 0) {
    throw new AppError('BAD_REQUEST', 'Switch on portal access for this client before inviting them.', {
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
