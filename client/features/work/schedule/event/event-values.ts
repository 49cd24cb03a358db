import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { EventType } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import type { EventKind } from '../schedule-search.ts'
import type { EventFormValues } from './event-form.ts'

const TYPE_OF_KIND: Record<EventKind, EventType> = { event: 'other', meeting: 'meeting', block: 'focus' }
const DEFAULT_REMINDER = '15'

export interface Slot {
  date: string
  start: string
  end: string
}

export const newEventValues = (kind: EventKind, slot: Slot): EventFormValues => ({
  title: kind === 'block' ? 'Blocked time' : '',
  description: '',
  type: TYPE_OF_KIND[kind],
  status: 'confirmed',
  location: '',
  date: slot.date,
  start: slot.start,
  end_date: slot.end > slot.start ? slot.date : shiftDate(slot.date, 1),
  end: slot.end,
  attendees: [],
  reminder: kind === 'block' ? '' : DEFAULT_REMINDER,
  frequency: 'none',
  interval: 1,
  weekdays: [],
  month_day: null,
  ends: 'never',
  until: null,
  count: 10,
  scope: 'this',
  version: undefined,
})

/** A series stays in its time zone, in which its weekdays and its end date apply. */
export const zoneOfTimes = (event: EventDto | null, zone: string): string =>
  event?.recurrence ? event.timezone : zone

export const eventValues = (event: EventDto, zone: string): EventFormValues => ({
  title: event.title,
  description: event.description ?? '',
  type: event.type,
  status: event.status,
  location: event.location ?? '',
  date: wallDate(event.starts_at, zone),
  start: wallClock(event.starts_at, zone),
  end_date: wallDate(event.ends_at, zone),
  end: wallClock(event.ends_at, zone),
  attendees: event.attendees.map(({ kind, id }) => `${kind}:${id}`),
  reminder: event.reminder_minutes === null ? '' : String(event.reminder_minutes),
  frequency: event.recurrence?.frequency ?? 'none',
  interval: event.recurrence?.interval ?? 1,
  weekdays: event.recurrence?.weekdays ?? [],
  month_day: event.recurrence?.month_day ?? null,
  ends: event.recurrence?.until ? 'until' : event.recurrence?.count ? 'count' : 'never',
  until: event.recurrence?.until ?? null,
  count: event.recurrence?.count ?? 10,
  scope: event.recurrence === null ? 'all' : 'this',
  version: event.version,
})
