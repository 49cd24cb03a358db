import { setImmediate } from 'node:timers/promises'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { batchesOf } from '#shared/base/paging.ts'
import { toZoned } from '../../../base/adapters/zone.ts'
import { storable } from '../../../base/core/plain-text.ts'
import { systemContext } from '../../../base/core/rows/reach.ts'
import { toInstant } from '../../../base/db/values.ts'
import { markFeedRead } from '../../../work/schedule/commands/create-feed.ts'
import { type FeedEvent, feedEvents, feedOwner } from '../../../work/schedule/queries/feed.ts'
import { type Occurrence, override } from '../../../work/schedule/rules/occurrences.ts'
import { calendarRule } from '../../../work/schedule/rules/recurrence.ts'
import { type Endpoint, parameter } from '../endpoint.ts'

/** The private calendar feed: anyone with its URL can read its owner's schedule until it is revoked. */
export const icalEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/:file',
    can: 'public',
    handle: async ({ services }, req, res) => {
      const secret = /^([\w-]{43})\.ics$/.exec(parameter(req, 'file'))?.[1]
      const owner = secret === undefined ? null : await feedOwner(systemContext({ services }), secret)
      if (owner === null) {
        res.status(404).type('text/plain').send('This calendar does not exist.')
        return
      }
      await markFeedRead(owner)
      const events = await feedEvents(owner)
      res.set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="schedule.ics"',
        'Cache-Control': 'private, no-cache',
      })
      res.send(await toCalendar(events, { name: services.config.appName, now: owner.now }))
    },
  },
]

interface CalendarOptions {
  name: string
  /** When the first series starts. */
  from: string
  now: Date
}

/** Yields to the event loop after this many events. */
const EVENTS_IN_A_TURN = 50
const ZONE = /BEGIN:VTIMEZONE\r\n.*?END:VTIMEZONE\r\n/gs
const EVENTS = /BEGIN:VEVENT\r\n.*END:VEVENT\r\n/s

/** Formats events as RFC 5545: series with their rule in the event's time zone, single events in UTC. */
export async function toCalendar(
  events: FeedEvent[],
  { name, now }: { name: string; now: Date },
): Promise<string> {
  const starts = events.flatMap(({ event }) => (event.rrule === null ? [] : [event.starts_at]))
  const options = {
    name,
    from: starts.reduce((first, start) => (start < first ? start : first), toInstant(now)),
    now,
  }
  const zones = new Set<string>()
  const parts: string[] = []
  for (const batch of batchesOf(events, EVENTS_IN_A_TURN)) {
    const text = writeCalendar(batch, options)
    for (const [zone] of text.matchAll(ZONE)) zones.add(zone)
    parts.push(EVENTS.exec(text)?.[0] ?? '')
    await setImmediate()
  }
  const empty = writeCalendar([], options)
  return empty.replace(/(?=END:VCALENDAR)/, () => [...zones, ...parts].join(''))
}

function writeCalendar(events: FeedEvent[], options: CalendarOptions): string {
  const calendar = ical({
    name: options.name,
    prodId: { company: options.name, product: 'Schedule' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: (timezone) => toVtimezone(timezone, options) },
    ttl: 900,
  })
  for (const entry of events) addEvent(calendar, entry, options.now)
  return calendar.toString()
}

type Calendar = ReturnType<typeof ical>

function addEvent(calendar: Calendar, { event, exceptions, attendees }: FeedEvent, now: Date): void {
  const timezone = event.rrule === null ? null : event.timezone
  const write = (occurrence: Omit<Occurrence, 'occurrence_start' | 'is_exception'>) =>
    calendar.createEvent({
      id: event.id,
      start: dateOf(occurrence.starts_at, timezone),
      end: dateOf(occurrence.ends_at, timezone),
      timezone,
      summary: storable(occurrence.title),
      description: storableOrNull(occurrence.description),
      location: storableOrNull(occurrence.location),
      status: occurrence.status === 'confirmed' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      sequence: event.version,
      stamp: new Date(event.updated_at),
      created: new Date(event.created_at),
      x: attendees.map((attendee) => ({ key: 'X-ATTENDEE-NAME', value: storable(attendee.name) })),
    })
  const series = write(event)
  if (event.rrule === null || timezone === null) return
  const cancelled = exceptions.filter((exception) => exception.cancelled === 1)
  const horizon = toZoned(now, timezone).add({ years: YEARS_AHEAD }).toInstant().toString()
  const { rrule, apart } = calendarRule({ ...event, rrule: event.rrule }, horizon)
  series.repeating(
    [
      `RRULE:${rrule}`,
      ...apart.map((start) => dateLine('RDATE', start, timezone)),
      ...cancelled.map((exception) => dateLine('EXDATE', exception.occurrence_start, timezone)),
    ].join('\r\n'),
  )
  for (const exception of exceptions) {
    if (exception.cancelled === 0)
      write(override(event, exception)).recurrenceId(dateOf(exception.occurrence_start, timezone))
  }
}

const storableOrNull = (text: string | null) => (text === null ? null : storable(text))

const dateOf = (instant: string, timezone: string | null) =>
  timezone === null ? new Date(instant) : toZoned(instant, timezone)

const wallText = (wall: Temporal.PlainDateTime): string =>
  wall.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const dateLine = (name: 'RDATE' | 'EXDATE', instant: string, timezone: string): string =>
  `${name};TZID=${timezone}:${wallText(toZoned(instant, timezone).toPlainDateTime())}`

const YEARS_AHEAD = 10

/** The zone's actual clock changes from before then to years after now, listed individually. */
export function toVtimezone(timezone: string, { from, now }: Pick<CalendarOptions, 'from' | 'now'>): string {
  const start = toZoned(from, timezone)
  const end = toZoned(now, timezone).add({ years: YEARS_AHEAD })
  const first = start.getTimeZoneTransition('previous') ?? start.subtract({ days: 1 })
  const observances = [observance(first, first.subtract({ seconds: 1 }).offset)]
  let transition = start.getTimeZoneTransition('next')
  let offset = first.offset
  while (transition !== null && transition.epochMilliseconds < end.epochMilliseconds) {
    observances.push(observance(transition, offset))
    offset = transition.offset
    transition = transition.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timezone}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

function observance(at: Temporal.ZonedDateTime, offsetBefore: string): string {
  const compact = (offset: string) => offset.replace(':', '').slice(0, 5)
  const onsetInOldTime = at.toInstant().toZonedDateTimeISO(offsetBefore).toPlainDateTime()
  // As texts, offsets west of Greenwich would be in reverse order.
  const isAhead = at.offsetNanoseconds > at.toInstant().toZonedDateTimeISO(offsetBefore).offsetNanoseconds
  const kind = isAhead ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wallText(onsetInOldTime)}`,
    `TZOFFSETFROM:${compact(offsetBefore)}`,
    `TZOFFSETTO:${compact(at.offset)}`,
    `END:${kind}`,
  ].join('\r\n')
}
