import { type Expression, sql } from 'kysely'

/**
 * The number of the stretch between ascending edges that a value lies in: 0 from the first edge on, and the
 * last stretch has no end. Nothing lies before the first edge: the query leaves that out.
 */
export function spanOf(value: Expression<string | null>, edges: readonly string[]) {
  const inner = edges.slice(1).map((edge, index) => sql`when ${value} < ${edge} then ${sql.lit(index)}`)
  const last = sql.lit(edges.length - 1)
  if (inner.length === 0) return sql<number>`${last}`
  return sql<number>`case ${sql.join(inner, sql` `)} else ${last} end`
}

/** One figure for each stretch, 0 where the rows name none. */
export const bySpan = (
  rows: readonly { span: number; amount: number | null }[],
  edges: readonly string[],
): number[] => edges.map((_, span) => rows.find((row) => Number(row.span) === span)?.amount ?? 0)
