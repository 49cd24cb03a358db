import type { z } from 'zod'
import { INVITATION_DAYS, type InvitationDto, type invitationCreateInput } from '#shared/invitations.ts'
import { recordActivity } from '../../activity/record.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { queueMail } from '../../mail/queue.ts'
import { consumeLimit, type Limit } from '../../services/rate-limit.ts'
import { getInvitation } from '../queries.ts'

type InvitationCreate = z.output<typeof invitationCreateInput>
type MailConfig = Pick<Config, 'appName' | 'publicUrl'>

/** Invitation mails an agency may send in an hour. */
const MAILS: Limit = { name: 'invitation-mail', points: 200, duration: 3600 }

const ROLE_WORDS: Record<string, string> = {
  agency_admin: 'an owner',
  employee: 'a contributor',
  client: 'a client',
}

/** Invites an e-mail into the agency and mails the link; an earlier open invitation to it is withdrawn. */
export async function createInvitation(
  db: Db,
  scope: AgencyScope,
  input: InvitationCreate,
  config: MailConfig,
): Promise<InvitationDto> {
  await consumeLimit(db, MAILS, scope.agencyId)
  return transact(db, async (trx) => {
    await requireInvitable(trx, scope, input)
    await withdrawOpen(trx, scope, input.email)
    const id = newId()
    const token = newSecret()
    await trx
      .insertInto('invitations')
      .values({
        id,
        agency_id: scope.agencyId,
        email: input.email,
        role: input.role,
        client_id: input.client_id ?? null,
        employee_id: input.employee_id ?? null,
        token_hash: hashSecret(token),
        invited_by: scope.userId,
        created_at: toInstant(scope.now),
        expires_at: toInstant(addDays(scope.now, INVITATION_DAYS)),
        accepted_at: null,
        revoked_at: null,
      })
      .execute()
    await mailInvitation(trx, scope, config, { email: input.email, role: input.role, token })
    await recordInvitation(
      trx,
      scope,
      'invitation.sent',
      id,
      `${input.email} was invited as ${ROLE_WORDS[input.role] ?? 'a member'}`,
    )
    return getInvitation(trx, scope, id)
  })
}

/** Mails a new link for another seven days; the earlier link stops working. */
export async function resendInvitation(
  db: Db,
  scope: AgencyScope,
  input: { id: string },
  config: MailConfig,
): Promise<InvitationDto> {
  await consumeLimit(db, MAILS, scope.agencyId)
  return transact(db, async (trx) => {
    const token = newSecret()
    const row = await trx
      .updateTable('invitations')
      .set({
        token_hash: hashSecret(token),
        expires_at: toInstant(addDays(scope.now, INVITATION_DAYS)),
      })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (row === undefined) throw await notOpen(trx, scope, input.id)
    await mailInvitation(trx, scope, config, { ...row, token })
    await recordInvitation(trx, scope, 'invitation.sent', input.id, `${row.email} was invited again`)
    return getInvitation(trx, scope, input.id)
  })
}

/** Takes an open invitation back. */
export function revokeInvitation(db: Db, scope: AgencyScope, input: { id: string }): Promise<InvitationDto> {
  return transact(db, async (trx) => {
    const row = await trx
      .updateTable('invitations')
      .set({ revoked_at: toInstant(scope.now) })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (row === undefined) throw await notOpen(trx, scope, input.id)
    await recordInvitation(trx, scope, 'invitation.revoked', input.id, `Invitation of ${row.email} withdrawn`)
    return getInvitation(trx, scope, input.id)
  })
}

/** NOT_FOUND for a foreign invitation; CONFLICT for one that was accepted or withdrawn. */
async function notOpen(trx: Trx, scope: AgencyScope, id: string): Promise<AppError> {
  const { status } = await getInvitation(trx, scope, id)
  return new AppError(
    'CONFLICT',
    `This invitation is ${status === 'accepted' ? 'accepted' : 'withdrawn'} already.`,
  )
}

async function requireInvitable(trx: Trx, scope: AgencyScope, input: InvitationCreate): Promise<void> {
  const member = await trx
    .selectFrom('profiles')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('email', '=', input.email)
    .executeTakeFirst()
  if (member !== undefined) {
    throw new AppError('CONFLICT', 'This person belongs to your agency already.', { reason: 'is_member' })
  }
  if (input.client_id) await requirePortalAccess(trx, scope, input.client_id, input.email)
  if (input.employee_id) {
    const employee = await trx
      .selectFrom('employees')
      .select('id')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.employee_id)
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
  }
}

/** The company's own switch decides, and the contact's where the address is one. */
async function requirePortalAccess(
  trx: Trx,
  scope: AgencyScope,
  clientId: string,
  email: string,
): Promise<void> {
  const client = await trx
    .selectFrom('clients')
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.agency_id', '=', 'clients.agency_id')
        .onRef('client_contacts.client_id', '=', 'clients.id')
        .on('client_contacts.email', '=', email),
    )
    .select(['clients.portal_access', 'client_contacts.portal_access as contact_access'])
    .where('clients.agency_id', '=', scope.agencyId)
    .where('clients.id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  if (client.portal_access === 0 || client.contact_access === 0) {
    throw new AppError('BAD_REQUEST', 'Switch on portal access for this client before inviting them.', {
      reason: 'portal_access_off',
    })
  }
}

async function withdrawOpen(trx: Trx, scope: AgencyScope, email: string): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

async function mailInvitation(
  trx: Trx,
  scope: AgencyScope,
  config: MailConfig,
  invitation: { email: string; role: string; token: string },
): Promise<void> {
  const agency = await trx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  const role = ROLE_WORDS[invitation.role] ?? 'a member'
  await queueMail(trx, config.appName, scope.now, {
    recipient: invitation.email,
    subject: `${agency.name} invites you to ${config.appName}`,
    greeting: 'Hello,',
    paragraphs: [`${scope.name} invites you to the portal of ${agency.name} as ${role}.`],
    button: { label: 'Accept invitation', url: `${config.publicUrl}/auth?invitation=${invitation.token}` },
    note: `The link works once, for ${INVITATION_DAYS} days, and for this email address only.`,
  })
}

async function recordInvitation(
  trx: Trx,
  scope: AgencyScope,
  action: string,
  id: string,
  summary: string,
): Promise<void> {
  const subject = { type: 'invitation', id }
  await recordAudit(trx, scope, { action, subject, detail: summary })
  await recordActivity(trx, scope, {
    action,
    subject,
    summary,
    touches: ['invitations', 'clients', 'employees'],
  })
}
