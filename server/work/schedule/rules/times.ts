import { AppError } from '../../../base/core/calls/errors.ts'

export interface Times {
  starts_at: string
  ends_at?: string | null
  duration_minutes?: number | null
}

const DEFAULT_MINUTES = 60

/** The end: as given, or after the duration, or after an hour. */
export function endOfTimes(times: Times): string {
  if (times.ends_at) return new Date(times.ends_at).toISOString()
  const minutes = times.duration_minutes ?? DEFAULT_MINUTES
  return new Date(Date.parse(times.starts_at) + minutes * 60_000).toISOString()
}

const MAX_DAYS = 14

/** Start and end in UTC; throws BAD_REQUEST above the maximum of two weeks. */
export function toSpan(times: Times): { starts_at: string; ends_at: string } {
  const span = { starts_at: new Date(times.starts_at).toISOString(), ends_at: endOfTimes(times) }
  if (Date.parse(span.ends_at) - Date.parse(span.starts_at) > MAX_DAYS * 86_400_000) {
    throw new AppError('BAD_REQUEST', `An event can last at most ${MAX_DAYS} days.`)
  }
  return span
}
