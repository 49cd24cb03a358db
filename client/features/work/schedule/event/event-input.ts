import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import type { EventFormValues } from './event-form.ts'

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
