import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/base/paging.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../calls/errors.ts'
import { unsupportedTextIn } from '../calls/unsupported-text.ts'

/** The sort key of a list's last row: a text key, and the id as tiebreaker. */
export interface Cursor {
  key: string
  id: string
}

const encode = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url')

/** Returns null for the first page; throws BAD_REQUEST for an invalid cursor. */
export function decodeCursor(text: string | null | undefined): Cursor | null {
  if (!text) return null
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const readable =
      typeof key === 'string' && typeof id === 'string' && unsupportedTextIn([key, id]) === null
    if (readable) return { key, id }
  } catch {
    // Handled below.
  }
  throw invalidCursor()
}

export const invalidCursor = () =>
  new AppError('BAD_REQUEST', 'This list position is no longer valid. Reload the list.')

/** The numeric key of a cursor in a list ordered by number; throws BAD_REQUEST if it isn't one. */
export function cursorNumber({ key }: Cursor): number {
  const [text = ''] = key.split(' ')
  if (!/^-?\d{1,15}$/.test(text)) throw invalidCursor()
  return Number(text)
}

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

/** Reads a long list page by page, none of them empty; `readPage` returns at most `limit` of those after the cursor. */
export async function* pagesOf<Row>(
  readPage: (after: Cursor | null, limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => Cursor,
  limit = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  for (let after: Cursor | null = null; ; ) {
    const page: Row[] = await readPage(after, limit)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    after = cursorOf(last)
  }
}

/**
 * Merges rows of several lists, newest first, without duplicates. A single query with `or` across several
 * indexes couldn't use their order and would sort all rows for each page.
 */
export function mergeNewest<Row>(lists: Row[][], cursorOf: (row: Row) => Cursor): Row[] {
  const byId = new Map(lists.flat().map((row) => [cursorOf(row).id, row]))
  const order = (row: Row): string => `${cursorOf(row).key} ${cursorOf(row).id}`
  return [...byId.values()].toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
}

/**
 * Orders the list by these two columns, a key and the id as tiebreaker, and limits it to the rows after the
 * cursor, if there is one.
 */
export function afterCursor<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  [key, id]: readonly [ReferenceExpression<DB, Table>, ReferenceExpression<DB, Table>],
  cursor: Cursor | null,
  direction: 'asc' | 'desc' = 'desc',
): SelectQueryBuilder<DB, Table, Selected> {
  const plain = query as unknown as SelectQueryBuilder<Schema, 'tasks', Selected>
  const columns = [key, id] as ['tasks.created_at', 'tasks.id']
  const rest =
    cursor === null
      ? plain
      : plain.where((eb) =>
          eb(eb.refTuple(...columns), direction === 'desc' ? '<' : '>', eb.tuple(cursor.key, cursor.id)),
        )
  return rest.orderBy(columns[0], direction).orderBy(columns[1], direction) as unknown as SelectQueryBuilder<
    DB,
    Table,
    Selected
  >
}

/** Applies an optional filter; unset, it doesn't add a condition. */
export function whereSet<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  column: ReferenceExpression<DB, Table>,
  value: string | number | null | undefined,
): SelectQueryBuilder<DB, Table, Selected> {
  return value == null || value === '' ? query : query.where(column, '=', value as never)
}
