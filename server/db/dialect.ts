import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely'
import type { Db } from './schema.ts'

export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** Case-insensitive “contains” over any of the columns, the same on both dialects. */
export function containsText<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: Expression<string | null>[],
  search: string,
): ExpressionWrapper<DB, TB, SqlBool> {
  const pattern = `%${escapeLike(search.toLowerCase())}%`
  return eb.or(columns.map((column) => sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`))
}

/** Case-insensitive “begins with”, the same on both dialects. */
export const startsWithText = (column: Expression<string>, search: string) =>
  sql<boolean>`lower(${column}) like ${`${escapeLike(search.toLowerCase())}%`} escape '\\'`

/** The text column's value, which no index is taken for: where another one leaves far fewer rows. */
export const withoutIndex = (column: string) => sql<string>`(${sql.ref(column)} || '')`

/**
 * The same for every row, put before an order: SQLite then sorts the few rows named by id, instead of walking
 * an index of all rows in that order. The column is a text that is never empty.
 */
export const inNoOrder = (column: string) => sql`(${sql.ref(column)} < '')`

/**
 * The sum of amounts; null over no rows. It counts in decimals: SQLite's sum of whole numbers ends the query
 * where it overflows, and books written before amounts had a limit may.
 */
export const sumOf = <Sum extends number | null = number>(amount: Expression<unknown>) =>
  sql<Sum>`sum(${amount} * 1.0)`

/** The driver's word for “this row exists already”, on either dialect. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** In the words of the driver, which gives these no code. */
export const UNANSWERED = 'Query read timeout'
const LOST = [
  UNANSWERED,
  'timeout exceeded when trying to connect',
  'Connection terminated',
  // A transaction's rollback says these in place of what went wrong before.
  'Client has encountered a connection error',
  'Client was closed',
]
/** Cut off by a time limit, too many connections, shut down, or not reachable at all. */
const UNAVAILABLE =
  /^(08\w{3}|57014|57P0[1-5]|55P03|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/

/** True where PostgreSQL does not answer, or not in time; the same may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // A socket's errors may be another server's; the database's carry the driver's stack.
  if (syscall !== undefined && !/[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')) return false
  return LOST.some((words) => error.message.startsWith(words)) || UNAVAILABLE.test(String(code ?? ''))
}

export function isForeignKeyViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}
