import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { endOf } from './occurrences.ts'
import { firstStart, seriesEnd, toRrule } from './recurrence.ts'

export interface SeriesTimes {
  starts_at: string
  ends_at: string
  rrule: string | null
  last_ends_at: string | null
}

/**
 * The times to store for an event; a series starts at the first time matching its rule. `clock` is the written time,
 * if a clock change postponed the start.
 */
export function toSeriesTimes(
  span: { starts_at: string; ends_at: string },
  recurrence: Recurrence | null,
  timezone: string,
  clock?: string,
): SeriesTimes {
  if (recurrence === null) {
    return { starts_at: span.starts_at, ends_at: span.ends_at, rrule: null, last_ends_at: null }
  }
  const duration = Date.parse(span.ends_at) - Date.parse(span.starts_at)
  const rrule = toRrule(recurrence, span.starts_at, timezone, clock)
  const first = firstStart({ starts_at: span.starts_at, timezone, rrule })
  if (first === null) {
    throw new AppError(
      'BAD_REQUEST',
      'This event would never take place: the series ends before its first occurrence.',
      {
        fields: { 'recurrence.until': 'Choose a later day.' },
      },
    )
  }
  return {
    starts_at: first,
    ends_at: endOf(first, duration),
    rrule,
    last_ends_at: seriesEnd(rrule, duration),
  }
}
