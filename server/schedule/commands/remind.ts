import { links } from '#shared/links.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { notify } from '../../notifications/commands/notify.ts'
import type { Services } from '../../trpc/context.ts'
import { attendeesOf, exceptionsOf } from '../queries/events.ts'
import { expand } from '../rules/occurrences.ts'
import { usersOf } from './shared.ts'

/** Reminds organisers and whoever has not declined, that long before each occurrence; once for each. */
export async function remindOfEvents({ db }: Pick<Services, 'db'>, now: Date): Promise<void> {
  const events = await eventsToCome(db, now)
  const ids = events.map((event) => event.id)
  const [exceptions, attendees] = await Promise.all([exceptionsOf(db, ids), attendeesOf(db, ids)])
  for (const { reminder_minutes, ...event } of events) {
    const range = { from: toInstant(now), to: toInstant(addMinutes(now, (reminder_minutes ?? 0) + 1)) }
    const due = expand(event, exceptions.get(event.id) ?? [], range)
    for (const occurrence of due.filter(({ starts_at }) => starts_at >= range.from)) {
      const invited = (attendees.get(event.id) ?? []).filter((attendee) => attendee.reply !== 'declined')
      const minutes = Math.round((Date.parse(occurrence.starts_at) - now.getTime()) / 60_000)
      await transact(db, async (trx) =>
        notify(
          trx,
          { userId: null, agencyId: event.agency_id, now },
          {
            event: 'event_reminder',
            userIds: [event.organizer_id, ...(await usersOf(trx, event.agency_id, invited))],
            title: `${occurrence.title} starts in ${minutes} min`,
            link: links.event(event.id),
            group: `event_reminder:${event.id}:${occurrence.starts_at}`,
            once: true,
          },
        ),
      )
    }
  }
}

/** Events with a reminder that may still take place. */
const eventsToCome = (db: Db, now: Date) =>
  db
    .selectFrom('events')
    .select([
      'id',
      'agency_id',
      'organizer_id',
      'title',
      'description',
      'type',
      'location',
      'status',
      'timezone',
      'starts_at',
      'ends_at',
      'rrule',
      'reminder_minutes',
    ])
    .where('reminder_minutes', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('rrule', 'is', null), eb('starts_at', '>=', toInstant(now))]),
        eb.and([
          eb('rrule', 'is not', null),
          eb.or([eb('last_ends_at', 'is', null), eb('last_ends_at', '>=', toInstant(now))]),
        ]),
        eb.exists(
          eb
            .selectFrom('event_exceptions')
            .select('event_exceptions.event_id')
            .whereRef('event_exceptions.event_id', '=', 'events.id')
            .where('event_exceptions.starts_at', '>=', toInstant(now)),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
