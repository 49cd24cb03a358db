import type { z } from 'zod'
import { clientInput } from '#shared/clients.ts'
import { employeeInput } from '#shared/employees.ts'
import type { invitationAcceptInput } from '#shared/invitations.ts'
import { isRole } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import { recordAudit } from '../../audit/commands.ts'
import { openSession } from '../../auth/commands/sign-in.ts'
import { endEarlierAccess } from '../../auth/earlier-access.ts'
import { countLinkUse } from '../../auth/limits.ts'
import { hashPassword, requireStrongPassword } from '../../auth/passwords.ts'
import { type AgencyScope, DEFAULT_CALENDAR, type Scope } from '../../auth/scope.ts'
import { linkContact } from '../../clients/commands/contacts.ts'
import { saveClient } from '../../clients/commands.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { saveEmployee } from '../../employees/commands.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { notifyInvitationAccepted } from '../../notifications/commands/about-work.ts'
import type { Context } from '../../trpc/context.ts'
import { createProfile, createUser } from '../../users/commands.ts'
import { findOpenInvitation, getPublicInvitation, invitationGone, type OpenInvitation } from '../queries.ts'

type InvitationAccept = z.output<typeof invitationAcceptInput>

const TITLE = 'Registration Failed'

/** Joins the agency with a new account, or with the one signed in with the invited e-mail. */
export async function acceptInvitation(ctx: Context, input: InvitationAccept): Promise<{ ok: true }> {
  const { db, clock } = ctx.services
  await countLinkUse(db, ctx.request.ip)
  const now = clock()
  const { has_account } = await getPublicInvitation(db, input.token, now)
  const join = has_account ? await joinWithAccount(ctx) : await joinAsNewcomer(ctx, input)
  const cookie = await transact(db, async (trx) => {
    const invitation = await findOpenInvitation(trx, input.token, now)
    await claimInvitation(trx, invitation.id, now)
    const person = await join(trx, invitation)
    return openSession(ctx, trx, { user_id: person.userId, email: person.email, role: invitation.role })
  })
  ctx.setCookie(cookie)
  return { ok: true }
}

type Join = (trx: Trx, invitation: OpenInvitation) => Promise<AgencyScope>

async function joinAsNewcomer(ctx: Context, input: InvitationAccept): Promise<Join> {
  const { name, password } = input
  if (name === undefined || password === undefined) {
    throw new AppError('BAD_REQUEST', 'Please fill in all required fields.', { title: 'Missing Information' })
  }
  await requireStrongPassword(ctx.services.config, password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(password)
  const now = ctx.services.clock()
  return async (trx, invitation) => {
    const { email } = invitation
    const userId = await createUser(trx, { email, passwordHash, verified: true, now })
    const scope = await enterAgency(trx, invitation, { userId, email, name, ...DEFAULT_CALENDAR, now })
    const { role, agencyId, clientId, employeeId } = scope
    if (role === null) throw invitationGone()
    await createProfile(trx, { userId, email, name, role, agencyId, clientId, employeeId, now })
    return scope
  }
}

async function joinWithAccount(ctx: Context): Promise<Join> {
  const signedIn = ctx.scope
  return async (trx, invitation) => {
    if (signedIn?.email !== invitation.email) {
      throw new AppError('UNAUTHORIZED', `Please sign in as ${invitation.email}, then open the link again.`, {
        reason: 'sign_in_first',
        title: 'Sign In Required',
      })
    }
    if (signedIn.agencyId !== null || signedIn.role === 'super_admin') {
      throw new AppError('CONFLICT', 'Your account belongs to another agency already.', {
        reason: 'has_agency',
        title: TITLE,
      })
    }
    const { userId, email, name, zone, booksZone, weekStart } = signedIn
    const now = ctx.services.clock()
    const scope = await enterAgency(trx, invitation, { userId, email, name, zone, booksZone, weekStart, now })
    const instant = toInstant(now)
    await trx
      .updateTable('profiles')
      .set({
        role: invitation.role,
        agency_id: scope.agencyId,
        client_id: scope.clientId,
        employee_id: scope.employeeId,
        updated_at: instant,
      })
      .where('user_id', '=', userId)
      .where('agency_id', 'is', null)
      .execute()
    await trx.updateTable('users').set({ email_verified_at: instant }).where('id', '=', userId).execute()
    await endEarlierAccess(trx, userId)
    await publishChange(trx, { agencyId: null, now }, { domains: ['auth'], userId })
    return scope
  }
}

type Person = Pick<Scope, 'userId' | 'email' | 'name' | 'zone' | 'booksZone' | 'weekStart' | 'now'>

/** Finds or makes the client or contributor the account stands for. */
async function enterAgency(trx: Trx, invitation: OpenInvitation, person: Person): Promise<AgencyScope> {
  const agencyId = invitation.agency_id
  const role = isRole(invitation.role) ? invitation.role : null
  const scope: AgencyScope = { ...person, role, agencyId, clientId: null, employeeId: null }
  if (role === 'client') scope.clientId = invitation.client_id ?? (await findOrAddClient(trx, scope))
  if (role === 'employee') scope.employeeId = invitation.employee_id ?? (await findOrAddEmployee(trx, scope))
  if (scope.clientId !== null) {
    const { clientId } = scope
    await linkContact(trx, { agencyId, clientId, email: person.email, userId: person.userId })
  }
  await recordActivity(trx, scope, {
    action: 'invitation.accepted',
    subject: { type: 'invitation', id: invitation.id },
    summary: `${person.name} accepted the invitation`,
    touches: ['invitations', 'people', 'clients', 'employees'],
  })
  await recordAudit(trx, scope, {
    action: 'member.joined',
    subject: { type: 'user', id: person.userId },
    detail: `${person.email} by invitation, with the role ${role}`,
  })
  await notifyInvitationAccepted(trx, scope)
  return scope
}

async function findOrAddClient(trx: Trx, scope: AgencyScope): Promise<string> {
  const found = await trx
    .selectFrom('clients')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('email', '=', scope.email)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  const { name, email } = scope
  return found?.id ?? (await saveClient(trx, scope, clientInput.parse({ name, email }))).id
}

async function findOrAddEmployee(trx: Trx, scope: AgencyScope): Promise<string> {
  const found = await trx
    .selectFrom('employees')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('email', '=', scope.email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const { name, email } = scope
  const input = employeeInput.parse({ name, email, role: 'contributor' })
  return found?.id ?? (await saveEmployee(trx, scope, input)).id
}

/** The second of two acceptances finds it taken. */
async function claimInvitation(trx: Trx, id: string, now: Date): Promise<void> {
  const claimed = await trx
    .updateTable('invitations')
    .set({ accepted_at: toInstant(now) })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (claimed === undefined) throw invitationGone()
}
