/**
 * How far the log has been read. PostgreSQL assigns ids before commit, so a lower id can appear after a
 * higher one: `gaps` are the ids below `max` not seen yet (or rolled back).
 */
export interface Position {
  max: number
  gaps: Gap[]
}

interface Gap {
  id: number
  /** Epoch milliseconds when the gap was first noticed. */
  since: number
}

/** A transaction that hasn't committed by then is considered rolled back. */
const GAP_LIFETIME_MS = 60_000
const MAX_GAPS = 100

export const isPast = (position: Position, id: number): boolean =>
  id <= position.max && !position.gaps.some((gap) => gap.id === id)

/** The position after reading rows with these ids, in ascending order. */
export function advance(position: Position, ids: readonly number[], nowMs: number): Position {
  const read = new Set(ids)
  const gaps = position.gaps.filter((gap) => !read.has(gap.id) && nowMs - gap.since < GAP_LIFETIME_MS)
  let max = position.max
  for (const id of ids) {
    for (let missing = Math.max(max + 1, id - MAX_GAPS); missing < id; missing++)
      gaps.push({ id: missing, since: nowMs })
    max = Math.max(max, id)
  }
  return { max, gaps: gaps.slice(-MAX_GAPS) }
}

/** `1042`, or `1042!1039,1040` with gaps; sent as the event id. */
export function formatPosition(position: Position): string {
  if (position.gaps.length === 0) return String(position.max)
  return `${position.max}!${position.gaps.map((gap) => gap.id).join(',')}`
}

/** Null if the text isn't a valid position. */
export function parsePosition(text: string): Position | null {
  const match = /^(\d{1,15})(?:!(\d{1,15}(?:,\d{1,15}){0,99}))?$/.exec(text)
  if (match === null) return null
  const gaps = (match[2] ?? '').split(',').filter((id) => id !== '')
  return { max: Number(match[1]), gaps: gaps.map((id) => ({ id: Number(id), since: 0 })) }
}
