import { links } from '#shared/base/links.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { aboutEvent, attendeesOf, eventRows, exceptionsOf } from '../queries/events.ts'
import { expand } from '../rules/occurrences.ts'
import { participantsOf } from '../rules/participants.ts'

/** Reminds organizers and attendees who haven't declined before each occurrence, once each. */
export async function remindOfEvents(ctx: Ctx): Promise<void> {
  const events = await eventsToCome(ctx)
  const ids = events.map((event) => event.id)
  const [exceptions, attendees] = await Promise.all([exceptionsOf(ctx, ids), attendeesOf(ctx, ids)])
  const of = ({ id, agency_id, title }: (typeof events)[number]) => ({
    id,
    agencyId: agency_id,
    name: `“${title}”`,
    link: links.event(id),
  })
  await workThrough(ctx, { work: 'event-reminder', of }, events, async ({ reminder_minutes, ...event }) => {
    const range = {
      from: toInstant(ctx.now),
      to: toInstant(addMinutes(ctx.now, (reminder_minutes ?? 0) + 1)),
    }
    const due = expand(event, exceptions.get(event.id) ?? [], range)
    for (const occurrence of due.filter(({ starts_at }) => starts_at >= range.from)) {
      await transactIn(ctx, event.agency_id, (tx) =>
        record(tx, 'event.starting', {
          ...aboutEvent({ ...event, title: occurrence.title }),
          people: participantsOf(event.organizer_id, attendees.get(event.id) ?? []),
          startsAt: occurrence.starts_at,
        }),
      )
    }
  })
}

/** Events of agencies and of the platform with a reminder that haven't ended. */
const eventsToCome = (ctx: Ctx) =>
  eventRows(ctx)
    .where('agencies.suspended_at', 'is', null)
    .where('reminder_minutes', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('rrule', 'is', null), eb('starts_at', '>=', toInstant(ctx.now))]),
        eb.and([
          eb('rrule', 'is not', null),
          eb.or([eb('last_ends_at', 'is', null), eb('last_ends_at', '>=', toInstant(ctx.now))]),
        ]),
        eb.exists(
          eb
            .selectFrom('event_exceptions')
            .select('event_exceptions.event_id')
            .whereRef('event_exceptions.event_id', '=', 'events.id')
            .where('event_exceptions.starts_at', '>=', toInstant(ctx.now)),
        ),
      ]),
    )
    .orderBy('events.id')
    .execute()
