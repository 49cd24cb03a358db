import { MAX_FEED_EVENTS, type ScheduleFeedDto } from '#shared/work/schedule.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { personContext } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { hashSecret } from '../../../base/core/secret-box.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { joinPerson, maySignIn, toPerson } from '../../../identity/auth/accounts/queries/person.ts'
import type { StoredException } from '../rules/occurrences.ts'
import { type AttendeeRow, attendeesOf, type EventRow, eventRows, exceptionsOf, isMe } from './events.ts'

export async function feedStatus(ctx: UserCtx): Promise<ScheduleFeedDto> {
  const feed = await selectFrom(ctx, 'schedule_feeds')
    .select(['created_at', 'last_read_at'])
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return {
    active: feed !== undefined,
    created_at: feed?.created_at ?? null,
    last_read_at: feed?.last_read_at ?? null,
  }
}

/** The context of the feed's owner, with the same checks as signing in; null if there is none. */
export async function feedOwner(ctx: Ctx, secret: string): Promise<UserCtx | null> {
  const owner = await joinPerson(
    selectFrom(ctx, 'schedule_feeds')
      .innerJoin('users', 'users.id', 'schedule_feeds.user_id')
      .where('schedule_feeds.token_hash', '=', hashSecret(secret)),
  ).executeTakeFirst()
  if (owner === undefined || !maySignIn(owner) || owner.suspended_at !== null) return null
  return personContext(ctx, toPerson(owner))
}

export interface FeedEvent {
  event: EventRow
  exceptions: StoredException[]
  attendees: AttendeeRow[]
}

const PAST_DAYS = 90

/** Events from the last three months on that the caller hasn't declined, with complete series. */
export async function feedEvents(ctx: UserCtx): Promise<FeedEvent[]> {
  const since = toInstant(addDays(ctx.now, -PAST_DAYS))
  const rows = await eventRows(ctx)
    .where((eb) =>
      eb.or([
        eb.and([eb('events.rrule', 'is', null), eb('events.ends_at', '>=', since)]),
        eb.and([eb('events.rrule', 'is not', null), eb('events.last_ends_at', 'is', null)]),
        eb('events.last_ends_at', '>=', since),
        // An occurrence may have been moved beyond the end of its series.
        eb.exists(
          eb
            .selectFrom('event_exceptions')
            .select('event_exceptions.event_id')
            .whereRef('event_exceptions.event_id', '=', 'events.id')
            .where('event_exceptions.ends_at', '>=', since),
        ),
      ]),
    )
    // Series first: they began long ago, and are still to come.
    .orderBy((eb) => eb.case().when('events.rrule', 'is', null).then(1).else(0).end())
    .orderBy('events.starts_at', 'desc')
    .limit(MAX_FEED_EVENTS)
    .execute()
  const ids = rows.map((row) => row.id)
  const [exceptions, attendees] = await Promise.all([exceptionsOf(ctx, ids), attendeesOf(ctx, ids)])
  return rows
    .map((event) => ({
      event,
      exceptions: exceptions.get(event.id) ?? [],
      attendees: attendees.get(event.id) ?? [],
    }))
    .filter((found) => !found.attendees.some((one) => one.reply === 'declined' && isMe(one, ctx)))
}
