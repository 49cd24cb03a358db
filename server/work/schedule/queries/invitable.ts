import type { z } from 'zod'
import type { AttendeeDto } from '#shared/work/schedule.ts'
import type { eventCreateInput } from '#shared/work/schemas/schedule.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'

export type Invited = z.output<typeof eventCreateInput>['attendees'][number]

/**
 * Throws NOT_FOUND unless everyone invited belongs to the agency or the platform's administrators and may sign in;
 * those who already attend remain.
 */
export async function requireInvitable(
  ctx: UserCtx,
  invited: Invited[],
  attending: AttendeeDto[] = [],
): Promise<void> {
  const of = (kind: Invited['kind']) => [
    ...new Set(invited.filter((person) => person.kind === kind).map((person) => person.id)),
  ]
  const there = new Set(attending.map((person) => person.id))
  const users = of('user').filter((id) => !there.has(id))
  const clients = of('client').filter((id) => !there.has(id))
  if (users.length > 0) {
    const found = await selectMembers(ctx)
      .select('profiles.user_id')
      .where('profiles.user_id', 'in', users)
      .$if(isPlatformAdmin(ctx), (query) => query.where('profiles.role', '=', 'super_admin'))
      .$if(!isPlatformAdmin(ctx), (query) => query.where('profiles.agency_id', '=', ctx.reach.agencyId))
      .execute()
    if (found.length !== users.length) throw notFound('This attendee')
  }
  if (clients.length > 0) {
    if (ctx.reach.agencyId === null) throw notFound('This attendee')
    const found = await selectFrom(ctx, 'clients').select('id').where('id', 'in', clients).execute()
    if (found.length !== clients.length) throw notFound('This attendee')
  }
}
