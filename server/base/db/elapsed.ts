import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'
import { addMinutes, toInstant } from './values.ts'

// A stored time later than now was written while a clock was ahead. Nothing waits for it: it counts as long past.

/** Clocks of different machines may differ by this much. */
export const CLOCK_DIFFERENCE_MINUTES = 5

/** Whether the column's time is at least this long ago, or in the future. */
export const isLongAgo = (column: string, now: Date, minutes: number): Expression<SqlBool> =>
  isOutside(column, addMinutes(now, -minutes), addMinutes(now, CLOCK_DIFFERENCE_MINUTES))

/** Whether the column's time is within the last minutes. */
export const isRecent = (column: string, now: Date, minutes: number): Expression<SqlBool> =>
  expressionBuilder<Schema, never>().not(isLongAgo(column, now, minutes))

/** Whether a lease of at most this many minutes has expired; the column has its end. */
export const hasEnded = (column: string, now: Date, minutes: number): Expression<SqlBool> =>
  isOutside(column, now, addMinutes(now, minutes + CLOCK_DIFFERENCE_MINUTES))

function isOutside(column: string, from: Date, to: Date): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  const stored = sql.ref<string>(column)
  return eb.or([eb(stored, '<=', toInstant(from)), eb(stored, '>', toInstant(to))])
}

/** Milliseconds since an instant; infinite if it is in the future. */
export function elapsedMs(instant: string, now: Date): number {
  const elapsed = now.getTime() - Date.parse(instant)
  return elapsed < -CLOCK_DIFFERENCE_MINUTES * 60_000 ? Number.POSITIVE_INFINITY : elapsed
}
