import { MAX_SERIES_OF_AGENCY, MAX_SERIES_OF_PERSON } from '#shared/work/schedule.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'

/** Every calendar view expands each series, so their number is limited per person and agency. */
export async function requireSeriesRoom(ctx: UserCtx, organizerId: string): Promise<void> {
  const own = await ongoingSeries(ctx)
    .where('events.organizer_id', '=', organizerId)
    .executeTakeFirstOrThrow()
  if (own.count >= MAX_SERIES_OF_PERSON) throw tooMany('You have', MAX_SERIES_OF_PERSON)
  const { agencyId } = ctx.reach
  if (agencyId === null) return
  const all = await ongoingSeries(inAgency(ctx, { agencyId }))
    .where('events.agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
  if (all.count >= MAX_SERIES_OF_AGENCY) throw tooMany('Your agency has', MAX_SERIES_OF_AGENCY)
}

const ongoingSeries = (ctx: Ctx) =>
  selectFrom(ctx, 'events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('events.rrule', 'is not', null)
    .where((eb) =>
      eb.or([eb('events.last_ends_at', 'is', null), eb('events.last_ends_at', '>=', toInstant(ctx.now))]),
    )

const tooMany = (who: string, limit: number): AppError =>
  new AppError(
    'CONFLICT',
    `${who} ${limit} ongoing repeating events, which is the limit. End or delete some of them first.`,
    { reason: 'too_many_series' },
  )
