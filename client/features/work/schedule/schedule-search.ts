import { clock, date, flag, id, instant, oneOf, searchOf } from '#client/lib/search-params.ts'

export const EVENT_KINDS = ['event', 'meeting', 'block'] as const
/** The presets of the quick actions. */
export type EventKind = (typeof EVENT_KINDS)[number]

export const scheduleSearch = searchOf({
  view: oneOf(['day', 'week', 'month'], 'day'),
  date,
  /** The open event and its occurrence. */
  event: id,
  at: instant,
  edit: flag,
  /** The new event form and its start time. */
  new: oneOf(EVENT_KINDS),
  start: clock,
  end: clock,
})
