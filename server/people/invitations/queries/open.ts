import type { PublicInvitationDto } from '#shared/people/invitations.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { hashSecret } from '../../../base/core/secret-box.ts'
import { toInstant } from '../../../base/db/values.ts'

/** What the holder of the link sees; the same NOT_FOUND for all invalid links. */
export async function getPublicInvitation(ctx: Ctx, token: string): Promise<PublicInvitationDto> {
  const invitation = await requireOpenInvitation(ctx, token)
  const account = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', invitation.email)
    .executeTakeFirst()
  const { agency_name, agency_logo: logo, agency_accent: accent, email, role } = invitation
  const name = invitation.contact_name ?? invitation.client_name ?? invitation.employee_name
  return { agency_name, brand: { logo, accent }, email, role, name, has_account: account !== undefined }
}

export type OpenInvitation = Awaited<ReturnType<typeof requireOpenInvitation>>

/** The invitation of a link while it can be accepted; the secret is the only authorization. */
export async function requireOpenInvitation(ctx: Ctx, token: string) {
  const row = await selectFrom(acrossAgencies(ctx), 'invitations')
    .innerJoin('agencies', 'agencies.id', 'invitations.agency_id')
    // Matches by this address only: other members' names must not be shown to the holder of the link.
    .leftJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'invitations.client_id').onRef('clients.email', '=', 'invitations.email'),
    )
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.id', '=', 'invitations.employee_id')
        .onRef('employees.email', '=', 'invitations.email'),
    )
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.id', '=', 'invitations.contact_id')
        .onRef('client_contacts.email', '=', 'invitations.email'),
    )
    .select([
      'clients.name as client_name',
      'employees.name as employee_name',
      'client_contacts.name as contact_name',
      'invitations.id',
      'invitations.agency_id',
      'agencies.name as agency_name',
      'agencies.logo as agency_logo',
      'agencies.accent as agency_accent',
      'agencies.timezone as agency_zone',
      'invitations.email',
      'invitations.role',
      'invitations.client_id',
      'invitations.employee_id',
      'invitations.contact_id',
      'invitations.invited_by',
    ])
    .where('invitations.token_hash', '=', hashSecret(token))
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', toInstant(ctx.now))
    .where('agencies.suspended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw invitationGone()
  return row
}

export const invitationGone = (): AppError =>
  new AppError('NOT_FOUND', 'This invitation has already been used, was withdrawn or has expired.', {
    reason: 'bad_token',
    title: 'Registration Failed',
  })
