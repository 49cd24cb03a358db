import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely'
import type { Db } from '../schema.ts'

export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/**
 * The column in lower case, for a comparison with the search text. The databases' own lower() is faster and
 * used by indexes, but knows only ASCII on SQLite, and on PostgreSQL with the locale C.
 */
const lowerFor = (search: string) => {
  const isAscii = !/[^\0-\x7f]/.test(search)
  return (column: Expression<string | null>) =>
    isAscii ? sql`lower(${column})` : sql`lower_letters(${column})`
}

/** Case-insensitive "contains" in any of the columns, with the same result on both dialects. */
export function containsText<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: Expression<string | null>[],
  search: string,
): ExpressionWrapper<DB, TB, SqlBool> {
  const pattern = `%${escapeLike(search.toLowerCase())}%`
  const lower = lowerFor(search)
  return eb.or(columns.map((column) => sql<SqlBool>`${lower(column)} like ${pattern} escape '\\'`))
}

/** Case-insensitive "starts with", with the same result on both dialects. */
export const startsWithText = (column: Expression<string>, search: string) =>
  sql<boolean>`${lowerFor(search)(column)} like ${`${escapeLike(search.toLowerCase())}%`} escape '\\'`

/** Keeps the planner from using an index on the text column when another one is more selective. */
export const withoutIndex = (column: string) => sql<string>`(${sql.ref(column)} || '')`

/**
 * A constant sort key to put before the actual order: SQLite then sorts the few matching rows instead of
 * scanning an index in that order. The column must be a non-empty text.
 */
export const inNoOrder = (column: string) => sql`(${sql.ref(column)} < '')`

/**
 * The sum of amounts; null for no rows. Uses floating point, because SQLite's integer sum fails on overflow,
 * which data from before amounts were limited may cause.
 */
export const sumOf = <Sum extends number | null = number>(amount: Expression<unknown>) =>
  sql<Sum>`sum(${amount} * 1.0)`

/** Whether the driver's error reports a unique violation, on either dialect. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** The driver's error message; there is no code. */
export const UNANSWERED = 'Query read timeout'
const LOST = [
  UNANSWERED,
  'timeout exceeded when trying to connect',
  'Connection terminated',
  // Rollback reports these instead of the original error.
  'Client has encountered a connection error',
  'Client was closed',
  // The portal has been stopped in the meantime.
  'The database connection is not open',
  'driver has already been destroyed',
  'Cannot use a pool after calling end on the pool',
]
/** Time limits, too many connections, shutdown, or an unreachable server. */
const UNAVAILABLE =
  /^(08\w{3}|57014|57P0[1-5]|55P03|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/

/** Whether PostgreSQL is unreachable or timed out, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // Socket errors may come from another server; the database's have the driver in their stack.
  if (syscall !== undefined && !/[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')) return false
  return LOST.some((words) => error.message.startsWith(words)) || UNAVAILABLE.test(String(code ?? ''))
}

export function isForeignKeyViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}
