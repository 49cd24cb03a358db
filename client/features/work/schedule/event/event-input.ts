import type { z } from 'zod'
import type { EventDto, Recurrence } from '#shared/work/schemas/schedule.ts'
import { type EventFormValues, type eventFormSchema, timesOf } from './event-form.ts'

/** The server's input; the form's times are in the zone. */
export const eventInput = (
  values: z.output<ReturnType<typeof eventFormSchema>>,
  zone: string,
  event: EventDto | null,
) => ({
  title: values.title,
  description: values.description,
  type: values.type,
  status: values.status,
  location: values.location,
  ...timesOf(values, zone, event),
  timezone: zone,
  written_start: values.start,
  attendees: attendeesOf(values.attendees),
  reminder_minutes: values.reminder === '' ? null : Number(values.reminder),
  recurrence: recurrenceOf(values),
})

/** Converts "user:ID" and "client:ID" to the server's input. */
export const attendeesOf = (keys: string[]) =>
  keys.map((key) => {
    const [kind, id = ''] = key.split(':')
    return { kind: kind === 'client' ? ('client' as const) : ('user' as const), id }
  })

type RecurrenceValues = Pick<
  EventFormValues,
  'frequency' | 'interval' | 'weekdays' | 'month_day' | 'ends' | 'until' | 'count'
>

export function recurrenceOf(values: RecurrenceValues): Recurrence | null {
  const { frequency, interval, ends } = values
  if (frequency === 'none') return null
  return {
    frequency,
    interval,
    weekdays: frequency === 'weekly' ? values.weekdays : [],
    month_day: frequency === 'monthly' ? values.month_day : null,
    until: ends === 'until' ? values.until : null,
    count: ends === 'count' ? values.count : null,
  }
}
