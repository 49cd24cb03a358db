import { type Expression, sql } from 'kysely'

/**
 * The index of the interval between ascending edges that a value falls in: 0 from the first edge, the last
 * one is unbounded. The query must exclude values before the first edge.
 */
export function spanOf(value: Expression<string | null>, edges: readonly string[]) {
  const inner = edges.slice(1).map((edge, index) => sql`when ${value} < ${edge} then ${sql.lit(index)}`)
  const last = sql.lit(edges.length - 1)
  if (inner.length === 0) return sql<number>`${last}`
  return sql<number>`case ${sql.join(inner, sql` `)} else ${last} end`
}

/** One value for each interval; 0 for those without rows. */
export const bySpan = (
  rows: readonly { span: number; amount: number | null }[],
  edges: readonly string[],
): number[] => edges.map((_, span) => rows.find((row) => Number(row.span) === span)?.amount ?? 0)

/** The first edge. */
export function startOf([first]: readonly string[]): string {
  if (first === undefined) throw new Error('There is no interval')
  return first
}
