import type { z } from 'zod'
import type { eventCreateInput } from '#shared/schedule.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { isPlatformAdmin } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'

export type Invited = z.output<typeof eventCreateInput>['attendees'][number]

/** Everybody invited must be of the agency (or the platform's staff); NOT_FOUND otherwise. */
export async function requireInvitable(ctx: UserCtx, invited: Invited[]): Promise<void> {
  const of = (kind: Invited['kind']) => [
    ...new Set(invited.filter((person) => person.kind === kind).map((person) => person.id)),
  ]
  const [users, clients] = [of('user'), of('client')]
  if (users.length > 0) {
    const found = await selectFrom(ctx, 'profiles')
      .select('user_id')
      .where('user_id', 'in', users)
      .$if(isPlatformAdmin(ctx), (query) => query.where('role', '=', 'super_admin'))
      .$if(!isPlatformAdmin(ctx), (query) => query.where('agency_id', '=', ctx.reach.agencyId))
      .execute()
    if (found.length !== users.length) throw notFound('This attendee')
  }
  if (clients.length > 0) {
    if (ctx.reach.agencyId === null) throw notFound('This attendee')
    const found = await selectFrom(ctx, 'clients').select('id').where('id', 'in', clients).execute()
    if (found.length !== clients.length) throw notFound('This attendee')
  }
}
