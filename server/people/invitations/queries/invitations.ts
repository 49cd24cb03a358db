import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { InvitationDto, InvitationStatus } from '#shared/people/invitations.ts'
import type { invitationListInput } from '#shared/people/schemas/invitations.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'

/** The agency's invitations, newest first. */
export async function listInvitations(
  ctx: AgencyCtx,
  input: z.output<typeof invitationListInput>,
): Promise<Page<InvitationDto>> {
  const { client_id, employee_id, role, open } = input
  const own = whereSet(selectInvitations(ctx), 'invitations.client_id', client_id)
  const matching = whereSet(
    whereSet(own, 'invitations.employee_id', employee_id),
    'invitations.role',
    role,
  ).$if(open, (query) =>
    query.where('invitations.accepted_at', 'is', null).where('invitations.revoked_at', 'is', null),
  )
  return pageAfter(matching, ['invitations.created_at', 'invitations.id'], input, (row) =>
    toInvitation(row, toInstant(ctx.now)),
  )
}

export async function getInvitation(ctx: AgencyCtx, id: string): Promise<InvitationDto> {
  const row = await selectInvitations(ctx).where('invitations.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This invitation')
  return toInvitation(row, toInstant(ctx.now))
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

function selectInvitations(ctx: AgencyCtx) {
  return selectFrom(ctx, 'invitations')
    .leftJoin('profiles', 'profiles.user_id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.client_id',
      'invitations.employee_id',
      'profiles.name as invited_by_name',
      'invitations.accepted_at',
      'invitations.revoked_at',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('profiles as replaced')
        .innerJoin('users', 'users.id', 'replaced.user_id')
        .innerJoin('employees', (join) =>
          join
            .onRef('employees.agency_id', '=', 'replaced.agency_id')
            .onRef('employees.id', '=', 'replaced.employee_id'),
        )
        .select('users.email')
        .whereRef('replaced.agency_id', '=', 'invitations.agency_id')
        .where('users.password_hash', '!=', DELETED_PASSWORD)
        .where('invitations.role', '=', 'employee')
        .where('invitations.accepted_at', 'is', null)
        .where((of) =>
          of.or([
            of('employees.id', '=', of.ref('invitations.employee_id')),
            of.and([
              of('invitations.employee_id', 'is', null),
              of('employees.email', '=', of.ref('invitations.email')),
              of('employees.deactivated_at', 'is', null),
            ]),
          ]),
        )
        .orderBy('users.email')
        .limit(1)
        .as('replaces_email'),
    )
}

const toInvitation = (row: InvitationRow, now: string): InvitationDto => ({
  id: row.id,
  email: row.email,
  role: row.role,
  client_id: row.client_id,
  employee_id: row.employee_id,
  replaces_email: row.replaces_email,
  invited_by_name: row.invited_by_name ?? '',
  status: statusOf(row, now),
  created_at: row.created_at,
  expires_at: row.expires_at,
})

function statusOf(row: InvitationRow, now: string): InvitationStatus {
  if (row.accepted_at !== null) return 'accepted'
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at > now ? 'pending' : 'expired'
}
