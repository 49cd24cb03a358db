import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely'
import { foldText } from '#shared/base/text/fold.ts'
import type { Db } from '../schema.ts'

export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/**
 * Whether any of the columns contains the text, by the rules of `foldText`, with the same result on both dialects.
 * PostgreSQL's planner reads the function's body, SQLite calls the program.
 */
export function containsText<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: Expression<string | null>[],
  search: string,
): ExpressionWrapper<DB, TB, SqlBool> {
  return eb.or(columns.map((column) => containsFolded(sql`fold_text(${column})`, search)))
}

/** The same for a text that is stored in folded form. */
export const containsFolded = (folded: Expression<unknown>, search: string) =>
  sql<boolean>`${folded} like ${`%${escapeLike(foldText(search))}%`} escape '\\'`

/** Whether the column contains exactly these characters; SQLite ignores the case of ASCII. */
export const containsExactly = (column: Expression<string | null>, text: string) =>
  sql<boolean>`${column} like ${`%${escapeLike(text)}%`} escape '\\'`

/** Whether an id starts with the text, in either case. */
export const idStartsWith = (id: Expression<string>, search: string) =>
  sql<boolean>`${id} like ${`${escapeLike(search.toLowerCase())}%`} escape '\\'`

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

/** Whether PostgreSQL ended the transaction because others wait for it; it can be repeated. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01'

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
  /^(08\w{3}|57014|57P0[1-5]|55P03|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

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
