import type { z } from 'zod'
import type {
  InvitationDto,
  InvitationStatus,
  invitationListInput,
  PublicInvitationDto,
} from '#shared/invitations.ts'
import type { Page } from '#shared/paging.ts'
import type { AgencyScope } from '../auth/scope.ts'
import { hashSecret } from '../auth/sessions.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { toInstant } from '../db/values.ts'
import { AppError, notFound } from '../errors.ts'

/** The agency's invitations, newest first. */
export async function listInvitations(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof invitationListInput>,
): Promise<Page<InvitationDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await ownInvitations(db, scope)
    .$if(input.client_id != null, (query) => query.where('invitations.client_id', '=', input.client_id ?? ''))
    .$if(input.employee_id != null, (query) =>
      query.where('invitations.employee_id', '=', input.employee_id ?? ''),
    )
    .$if(input.role != null, (query) => query.where('invitations.role', '=', input.role ?? ''))
    .$if(input.open, (query) =>
      query.where('invitations.accepted_at', 'is', null).where('invitations.revoked_at', 'is', null),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('invitations.created_at', 'invitations.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => toInvitation(row, toInstant(scope.now)),
  )
}

export async function getInvitation(db: Db, scope: AgencyScope, id: string): Promise<InvitationDto> {
  const row = await ownInvitations(db, scope).where('invitations.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This invitation')
  return toInvitation(row, toInstant(scope.now))
}

/** What the link's holder sees; one and the same NOT_FOUND for every link that does not work any more. */
export async function getPublicInvitation(db: Db, token: string, now: Date): Promise<PublicInvitationDto> {
  const invitation = await findOpenInvitation(db, token, now)
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', invitation.email)
    .executeTakeFirst()
  const { agency_name, email, role } = invitation
  return { agency_name, email, role, has_account: account !== undefined }
}

export type OpenInvitation = Awaited<ReturnType<typeof findOpenInvitation>>

/** The invitation a link leads to, while it can still be accepted. */
export async function findOpenInvitation(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('agencies', 'agencies.id', 'invitations.agency_id')
    .select([
      'invitations.id',
      'invitations.agency_id',
      'agencies.name as agency_name',
      'invitations.email',
      'invitations.role',
      'invitations.client_id',
      'invitations.employee_id',
      'invitations.invited_by',
    ])
    .where('invitations.token_hash', '=', hashSecret(token))
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', toInstant(now))
    .executeTakeFirst()
  if (row === undefined) throw invitationGone()
  return row
}

export const invitationGone = (): AppError =>
  new AppError('NOT_FOUND', 'This invitation was used already, was withdrawn or has expired.', {
    reason: 'bad_token',
    title: 'Registration Failed',
  })

type InvitationRow = Awaited<ReturnType<ReturnType<typeof ownInvitations>['executeTakeFirstOrThrow']>>

function ownInvitations(db: Db, scope: AgencyScope) {
  return db
    .selectFrom('invitations')
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
    .where('invitations.agency_id', '=', scope.agencyId)
}

const toInvitation = (row: InvitationRow, now: string): InvitationDto => ({
  id: row.id,
  email: row.email,
  role: row.role,
  client_id: row.client_id,
  employee_id: row.employee_id,
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
