import { inZone } from '#client/lib/time/dates.ts'
import { formatDuration } from '#shared/base/format.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

export type EntryTime =
  | { kind: 'duration'; date: string; duration: string }
  | { kind: 'interval'; start: string; end: string }
  | { kind: 'keep' }

/** An entry's times as form values; those of a new one are a duration on the date. */
export function timeOf(entry: TimeEntryDto | null, date: string, zone: string): EntryTime {
  if (entry === null) return { kind: 'duration', date, duration: '' }
  if (entry.ended_at === null) return { kind: 'keep' }
  const day = inZone(entry.started_at, zone).format('YYYY-MM-DD')
  if (entry.kind === 'duration') {
    return { kind: 'duration', date: day, duration: formatDuration(entry.duration_seconds) }
  }
  const clock = (instant: string) => inZone(instant, zone).format('HH:mm')
  return {
    kind: 'interval',
    start: `${day}T${clock(entry.started_at)}`,
    end: `${day}T${clock(entry.ended_at)}`,
  }
}
