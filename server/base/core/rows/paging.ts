import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#shared/base/paging.ts'
import { AppError } from '../calls/errors.ts'
import { unsupportedTextIn } from '../calls/unsupported-text.ts'

/** The values of a list's keys in its last row; the last key is unique. */
export type Cursor = readonly string[]

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Returns null for the first page; throws BAD_REQUEST for an invalid cursor. */
export function decodeCursor(text: string | null | undefined): Cursor | null {
  if (!text) return null
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (isCursor(cursor)) return cursor
  } catch {
    // Handled below.
  }
  throw invalidCursor()
}

const isCursor = (value: unknown): value is Cursor =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') && unsupportedTextIn(value) === null

const invalidCursor = () =>
  new AppError('BAD_REQUEST', 'This list position is no longer valid. Reload the list.')

/** Turns `limit + 1` fetched rows into a page and the cursor of the next one. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? encode(cursorOf(last)) : null,
  }
}

const ROWS_AT_ONCE = 1000

/**
 * The first rows of a list, up to `most`, read page by page: a single statement for tens of thousands would
 * block everyone else.
 */
export async function readInPages<Row>(
  most: number,
  readPage: (after: Cursor | null, limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => Cursor,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const limit = Math.min(ROWS_AT_ONCE, most - rows.length)
    const page = await readPage(last === undefined ? null : cursorOf(last), limit)
    rows.push(...page)
    if (page.length < limit || rows.length >= most) return rows
  }
}

/**
 * Reads a long list page by page, none of them empty, from its beginning or after a cursor. `readPage` returns at most
 * `limit` of the rows after the cursor.
 */
export async function* pagesOf<Row>(
  readPage: (after: Cursor | null, limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => Cursor,
  limit = ROWS_AT_ONCE,
  start: Cursor | null = null,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const page: Row[] = await readPage(after, limit)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    after = cursorOf(last)
  }
}

/**
 * Merges rows of lists that end with an id, newest first, without duplicates. A single query with `or` across
 * their indexes couldn't use their order and would sort all rows for each page.
 */
export function mergeNewest<Row>(lists: Row[][], cursorOf: (row: Row) => Cursor): Row[] {
  const byId = new Map(lists.flat().map((row) => [cursorOf(row).at(-1), row]))
  const order = (row: Row): string => cursorOf(row).join(' ')
  return [...byId.values()].toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
}

export type Direction = 'asc' | 'desc'

/** One of the keys by which a list is ordered; its values are never null. */
export interface ListKey {
  by: RawBuilder<unknown>
  direction: Direction
  /** Integers; otherwise text. */
  numeric?: true | undefined
}

/** Orders the list by its keys, of which the last is unique, and limits it to the rows after the cursor. */
export function afterKeys<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  keys: readonly ListKey[],
  cursor: Cursor | null,
): SelectQueryBuilder<DB, Table, Selected> {
  const rest = cursor === null ? query : query.where(isAfter(keys, valuesOf(keys, cursor)))
  return keys.reduce((ordered, { by, direction }) => ordered.orderBy(by, direction), rest)
}

type Column<DB, Table extends keyof DB> = ReferenceExpression<DB, Table> & string
/** Ids, and the key of a project's only thread. */
type Unique = 'id' | `${string}.id` | 'thread.project_id'

/** `afterKeys` for columns of text that are all sorted in the same direction; the last one is unique. */
export const afterCursor = <DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  columns: readonly [...Column<DB, Table>[], Column<DB, Table> & Unique],
  cursor: Cursor | null,
  direction: Direction = 'desc',
): SelectQueryBuilder<DB, Table, Selected> =>
  afterKeys(
    query,
    columns.map((column) => ({ by: sql.ref(column), direction })),
    cursor,
  )

/** Its columns are those selected, so that the next page's cursor is in the last row. */
type Shown<Row> = (keyof Row & string) | `${string}.${keyof Row & string}`

/** One page of a list ordered by columns that it shows, as `afterCursor`. */
export async function pageAfter<DB, Table extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, Table, Row>,
  columns: readonly [...(Column<DB, Table> & Shown<Row>)[], Column<DB, Table> & Shown<Row> & Unique],
  { cursor, limit }: { cursor?: string | null | undefined; limit: number },
  toItem: (row: Row) => Item,
  direction: Direction = 'desc',
): Promise<Page<Item>> {
  const order = columns.map((column) => ({ by: sql.ref(column), direction }))
  const rows = await afterKeys(query, order, decodeCursor(cursor))
    .limit(limit + 1)
    .execute()
  const keys = columns.map((column) => column.slice(column.indexOf('.') + 1) as keyof Row)
  return toPage(rows as Row[], limit, (row) => keys.map((key) => String(row[key])), toItem)
}

/**
 * The rest of the span, from the cursor on, of a list ordered by day. SQLite looks up a column's first bound, so
 * with the bounds of the whole span every page would read all earlier rows.
 */
export function spanAfter<Span extends { from: string | null; to: string | null }>(
  span: Span,
  cursor: Cursor | null,
  direction: Direction = 'desc',
): Span {
  const [day] = cursor ?? []
  if (day === undefined) return span
  const { from, to } = span
  if (direction === 'desc') return { ...span, to: to === null || day < to ? day : to }
  return { ...span, from: from === null || day > from ? day : from }
}

/** A cursor of another sort order has other keys. */
function valuesOf(keys: readonly ListKey[], cursor: Cursor): (string | number)[] {
  if (cursor.length !== keys.length) throw invalidCursor()
  return cursor.map((value, index) => {
    if (!keys[index]?.numeric) return value
    if (!/^-?\d{1,15}$/.test(value)) throw invalidCursor()
    return Number(value)
  })
}

/** Compares keys of the same direction together, because databases can look up row values in an index. */
function isAfter(keys: readonly ListKey[], values: readonly (string | number)[]): RawBuilder<boolean> {
  const direction = keys[0]?.direction
  const turn = keys.findIndex((key) => key.direction !== direction)
  const size = turn < 0 ? keys.length : turn
  const columns = sql.join(keys.slice(0, size).map(({ by }) => by))
  const place = sql.join(values.slice(0, size))
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  if (turn < 0) return sql<boolean>`(${columns}) ${beyond} (${place})`
  return sql<boolean>`(${columns}) ${beyond}= (${place})
    and ((${columns}) ${beyond} (${place}) or ${isAfter(keys.slice(size), values.slice(size))})`
}

/** Applies an optional filter; unset, it doesn't add a condition. */
export function whereSet<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  column: ReferenceExpression<DB, Table>,
  value: string | number | null | undefined,
  comparison: '=' | '<' | '<=' | '>=' = '=',
): SelectQueryBuilder<DB, Table, Selected> {
  return value == null || value === '' ? query : query.where(column, comparison, value as never)
}
