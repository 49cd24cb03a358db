import type { z } from 'zod'
import { isRole } from '#shared/base/roles.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import { employeeInput } from '#shared/people/schemas/employees.ts'
import type { invitationAcceptInput } from '#shared/people/schemas/invitations.ts'
import { AppError, present } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, RequestCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies, asPerson, inAgency, type Person } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { lockAgency, transactIn } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { handOverEvents } from '../../../identity/auth/access/commands/hand-over-events.ts'
import { openSession } from '../../../identity/auth/access/commands/open-session.ts'
import { removeMember } from '../../../identity/auth/access/commands/remove-member.ts'
import {
  accountClosed,
  checkCredentials,
  wrongCredentials,
} from '../../../identity/auth/access/commands/sign-in.ts'
import { createProfile, createUser } from '../../../identity/auth/accounts/commands/create-user.ts'
import { lockAccount } from '../../../identity/auth/accounts/commands/lock-account.ts'
import {
  findPerson,
  maySignIn,
  type PersonRow,
  toPerson,
} from '../../../identity/auth/accounts/queries/person.ts'
import { countLinkUse } from '../../../identity/auth/limits.ts'
import { hashPassword, requireStrongPassword } from '../../../identity/auth/passwords.ts'
import { requireSecondFactor } from '../../../identity/auth/re-auth.ts'
import { endEarlierAccess } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { createClient } from '../../clients/commands/create.ts'
import { linkContact } from '../../clients/commands/link-contact.ts'
import { createEmployee } from '../../employees/commands/create.ts'
import { removeAccountsOf } from '../../employees/commands/remove-account.ts'
import {
  getPublicInvitation,
  invitationGone,
  type OpenInvitation,
  requireOpenInvitation,
} from '../queries/open.ts'

type InvitationAccept = z.output<typeof invitationAcceptInput>

const TITLE = 'Registration Failed'

/** Joins the agency with a new account, or with the one that has the invited email: signed in, or with its password. */
export async function acceptInvitation(ctx: RequestCtx, input: InvitationAccept): Promise<{ ok: true }> {
  await countLinkUse(ctx, ctx.request.ip)
  const { has_account, email } = await getPublicInvitation(ctx, input.token)
  const { agency_id } = await requireOpenInvitation(ctx, input.token)
  const join = has_account
    ? joinWithAccount(await authenticate(ctx, { ...input, email }, agency_id))
    : await joinAsNewcomer(ctx, input)
  const cookies = await transactIn(ctx, agency_id, async (tx) => {
    const invitation = await requireOpenInvitation(tx, input.token)
    await markAccepted(tx, invitation.id)
    const { userId, email } = await join(tx, invitation)
    return openSession(tx, { user_id: userId, email, role: invitation.role })
  })
  for (const cookie of cookies) ctx.setCookie(cookie)
  return { ok: true }
}

type Join = (tx: Tx, invitation: OpenInvitation) => Promise<Newcomer>

interface Newcomer {
  userId: string
  email: string
  name: string
}

async function joinAsNewcomer(ctx: RequestCtx, input: InvitationAccept): Promise<Join> {
  const { name, password } = input
  if (name === undefined || password === undefined) {
    throw new AppError('BAD_REQUEST', 'Please fill in all required fields.', { title: 'Missing Information' })
  }
  await requireStrongPassword(ctx.services.config, password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(password)
  return async (tx, invitation) => {
    const { email, role } = invitation
    const userId = await createUser(tx, { email, passwordHash, verified: true })
    const { agencyId, clientId, employeeId } = await enterAgency(tx, invitation, { userId, email, name })
    if (!isRole(role)) throw invitationGone()
    await createProfile(tx, { userId, email, name, role, agencyId, clientId, employeeId })
    return { userId, email, name }
  }
}

/** The account with the invited email, and its password's hash unless the person is signed in. */
async function authenticate(
  ctx: RequestCtx,
  { email, password, code }: InvitationAccept & { email: string },
  agencyId: OpenInvitation['agency_id'],
) {
  const { actor } = ctx
  if (actor.kind === 'user' && actor.email === email) return { userId: actor.userId }
  if (password === undefined) {
    throw new AppError('UNAUTHORIZED', `Please sign in as ${email}, then open the link again.`, {
      reason: 'sign_in_first',
      title: 'Sign In Required',
    })
  }
  const account = await checkCredentials(ctx, { email, password })
  // Checked first, so that an account that can't join doesn't use up a code.
  requireMayJoin(account, agencyId)
  await requireSecondFactor(ctx, account.user_id, code)
  return { userId: account.user_id, passwordHash: account.password_hash }
}

function joinWithAccount(account: Awaited<ReturnType<typeof authenticate>>): Join {
  return async (tx, invitation) => {
    const { userId, passwordHash } = account
    if (!(await lockAccount(tx, userId, passwordHash))) throw wrongCredentials()
    const { email, name } = await leaveClosedAgency(tx, userId, invitation)
    const { agencyId, clientId, employeeId } = await enterAgency(tx, invitation, { userId, email, name })
    // Versions before 0.4.0 left them with whoever was removed.
    await handOverEvents(tx, { userId, agencyId })
    const now = toInstant(tx.now)
    const joined = await updateTable(acrossAgencies(tx), 'profiles')
      .set({
        role: invitation.role,
        agency_id: agencyId,
        client_id: clientId,
        employee_id: employeeId,
        updated_at: now,
      })
      .where('user_id', '=', userId)
      .where('agency_id', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (joined === undefined) throw hasAgency()
    // Makes the newcomer's existing picture visible to the agency.
    await updateTable(acrossAgencies(tx), 'pictures')
      .set({ agency_id: agencyId })
      .where('user_id', '=', userId)
      .execute()
    await endEarlierAccess(tx, userId)
    await tx.db.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute()
    await record(tx, 'access.changed', { id: userId, userId, agencyId: null })
    return { userId, email, name }
  }
}

const hasAgency = (): AppError =>
  new AppError('CONFLICT', 'Your account already belongs to another agency.', {
    reason: 'has_agency',
    title: TITLE,
  })

/** Throws CONFLICT if the account belongs to another agency in which it can sign in, FORBIDDEN if it is closed. */
function requireMayJoin(person: PersonRow, agencyId: OpenInvitation['agency_id']): void {
  if (person.role === 'super_admin') throw hasAgency()
  if (person.disabled_at !== null) throw accountClosed(person)
  if (person.agency_id === null) return
  if (maySignIn(person)) throw hasAgency()
  // Only the agency that ended the access can give it back.
  if (person.agency_id === agencyId) throw accountClosed(person)
}

/** Detaches an account from an agency in which it can no longer sign in. */
async function leaveClosedAgency(tx: Tx, userId: string, invitation: OpenInvitation): Promise<Newcomer> {
  const row = present(await findPerson(tx, userId), 'The account')
  requireMayJoin(row, invitation.agency_id)
  const { email, name, role, agency_id: agencyId } = row
  if (agencyId === null) return { userId, email, name }
  await lockAgency(tx, agencyId)
  const former = inAgency(asPerson(tx, toPerson(row)), { agencyId })
  const as = role === 'client' ? 'client' : 'employee'
  await record(former, 'member.removed', { id: userId, email, role: as })
  await removeMember(former, { userId, agencyId })
  return { userId, email, name }
}

type Member = Person & { agencyId: OpenInvitation['agency_id'] }

/** Finds or creates the client or contributor for the account. */
async function enterAgency(tx: Tx, invitation: OpenInvitation, newcomer: Newcomer): Promise<Member> {
  const role = isRole(invitation.role) ? invitation.role : null
  const { agency_id: agencyId, agency_zone: booksZone } = invitation
  const member: Member = { ...newcomer, role, agencyId, booksZone, clientId: null, employeeId: null }
  // The invitation authorizes access to the whole agency in order to find or create the record.
  const agency = inAgency(asPerson(tx, member), { agencyId, zone: booksZone })
  if (role === 'client') member.clientId = invitation.client_id ?? (await findOrAddClient(agency))
  if (role === 'employee') member.employeeId = await employeeOf(agency, invitation)
  // An earlier account could redirect the contributor's payouts.
  if (member.employeeId !== null) await removeAccountsOf(agency, member.employeeId)
  const { userId, email, name } = newcomer
  if (member.clientId !== null) {
    const { contact_id: contactId } = invitation
    const linked = await linkContact(agency, { clientId: member.clientId, contactId, email, userId })
    // An invitation for a contact must never give access to the whole client.
    if (contactId !== null && !linked) throw invitationGone()
  }
  await record(agency, 'invitation.accepted', { id: invitation.id, name, role })
  await record(agency, 'member.joined', { id: userId, email, role })
  return member
}

async function findOrAddClient(tx: Tx<AgencyCtx>): Promise<string> {
  const { name, email } = tx.actor
  const found = await selectFrom(tx, 'clients')
    .select(['id', 'portal_access'])
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (found?.portal_access === 0) throw invitationGone()
  return found?.id ?? (await createClient(tx, clientInput.parse({ name, email }))).id
}

async function employeeOf(tx: Tx<AgencyCtx>, { employee_id: id }: OpenInvitation): Promise<string> {
  if (id === null) return findOrAddEmployee(tx)
  const active = await selectFrom(tx, 'employees')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (active === undefined) throw invitationGone()
  return id
}

async function findOrAddEmployee(tx: Tx<AgencyCtx>): Promise<string> {
  const { name, email } = tx.actor
  const found = await selectFrom(tx, 'employees')
    .select('id')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const input = employeeInput.parse({ name, email, role: 'contributor' })
  return found?.id ?? (await createEmployee(tx, input)).id
}

/** Of two concurrent acceptances, the second fails here. */
async function markAccepted(tx: Tx, id: string): Promise<void> {
  const accepted = await updateTable(acrossAgencies(tx), 'invitations')
    .set({ accepted_at: toInstant(tx.now) })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (accepted === undefined) throw invitationGone()
}
