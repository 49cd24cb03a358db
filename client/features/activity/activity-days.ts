import { inZone } from '#client/lib/dates.ts'
import type { ActivityDto } from '#shared/activity.ts'

/** One line of the feed: an entry, or the newest of several like it. */
export interface Deed {
  entry: ActivityDto
  /** The older ones of the burst. */
  more: ActivityDto[]
  /** The calendar day, on its first line alone. */
  day: string | null
}

/** Fewer than this stay lines of their own. */
const BURST = 3
const BURST_MS = 60 * 60 * 1000

const isLike = (one: ActivityDto, other: ActivityDto): boolean =>
  one.action === other.action &&
  one.actor_name === other.actor_name &&
  one.agency_name === other.agency_name &&
  Date.parse(one.created_at) - Date.parse(other.created_at) <= BURST_MS

/** The feed by calendar day, newest first, the same deed of the same person within an hour as one line. */
export function deedsOf(entries: readonly ActivityDto[], zone: string): Deed[] {
  const dayOf = (entry: ActivityDto) => inZone(entry.created_at, zone).format('YYYY-MM-DD')
  const runs: ActivityDto[][] = []
  for (const entry of entries) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && isLike(last, entry) && dayOf(last) === dayOf(entry)) runs.at(-1)?.push(entry)
    else runs.push([entry])
  }
  const deeds = runs.flatMap((run) => {
    const [entry, ...more] = run
    if (entry === undefined) return []
    return run.length < BURST ? run.map((single) => ({ entry: single, more: [] })) : [{ entry, more }]
  })
  let current: string | null = null
  return deeds.map((deed) => {
    const day = dayOf(deed.entry)
    const first = day !== current
    current = day
    return { ...deed, day: first ? day : null }
  })
}
