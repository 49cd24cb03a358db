import type { z } from 'zod'
import { isRole, type Role } from '#shared/base/roles.ts'
import { INVITATION_DAYS, type InvitationDto } from '#shared/people/invitations.ts'
import type { invitationCreateInput } from '#shared/people/schemas/invitations.ts'
import { AppError, notFound, present } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { hashSecret, newSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, newId, toInstant } from '../../../base/db/values.ts'
import { countRecipients } from '../../../identity/agencies/commands/count-recipients.ts'
import { findPerson, maySignIn, type PersonRow } from '../../../identity/auth/accounts/queries/person.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
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
    .select('user_id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('email', '=', input.email)
    .executeTakeFirst()
  if (member !== undefined) {
    throw alreadyMember(present(await findPerson(tx, member.user_id), 'The member'))
  }
  if (input.client_id) return requirePortalAccess(tx, input.client_id, input.email)
  if (input.employee_id) {
    const employee = await selectFrom(tx, 'employees')
      .select('deactivated_at')
      .where('id', '=', input.employee_id)
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
    if (employee.deactivated_at !== null) {
      throw new AppError('CONFLICT', 'This contributor is deactivated. Reactivate them first.')
    }
  }
  return null
}

function alreadyMember(member: PersonRow): AppError {
  const as = member.role !== null && isRole(member.role) ? MEMBERS[member.role] : MEMBERS.employee
  const closed = maySignIn(member) ? '' : ` ${as.closed}`
  return new AppError('CONFLICT', `This person already belongs to your agency as ${as.is}.${closed}`, {
    reason: 'is_member',
  })
}

const MEMBERS: Record<Role, { is: string; closed: string }> = {
  super_admin: { is: 'an administrator', closed: '' },
  agency_admin: { is: 'an owner', closed: 'They are disabled: enable or remove them in Settings › Owners.' },
  employee: {
    is: 'a contributor',
    closed: 'They are deactivated: reactivate them, or remove their account first.',
  },
  client: {
    is: 'a client’s contact',
    closed: 'Their portal access is off: turn it on, or remove their account first.',
  },
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
