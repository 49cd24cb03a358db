import { inZone } from '#client/lib/time/dates.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'

/** A line of the feed: an entry, or the newest of a group of similar ones. */
export interface Deed {
  entry: ActivityDto
  /** The older entries of the group. */
  more: ActivityDto[]
  /** The calendar day, set on its first line only. */
  day: string | null
}

/** Smaller groups stay separate lines. */
const BURST = 3
const BURST_MS = 60 * 60 * 1000

const isLike = (one: ActivityDto, other: ActivityDto): boolean =>
  one.action === other.action &&
  one.actor_name === other.actor_name &&
  one.agency_name === other.agency_name &&
  Date.parse(one.created_at) - Date.parse(other.created_at) <= BURST_MS

/**
 * The feed by calendar day, newest first; repeated actions of a person within an hour are grouped into one
 * line.
 */
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
