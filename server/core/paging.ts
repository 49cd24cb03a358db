import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/paging.ts'
import type { Schema } from '../db/schema.ts'
import { AppError } from './errors.ts'
import { unstorableIn } from './storable.ts'

/** The sort key of a list's last row: a text key, then the id that breaks ties. */
export interface Cursor {
  key: string
  id: string
}

const encode = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url')

/** Null for the first page; BAD_REQUEST when the text is not one of our cursors. */
export function decodeCursor(text: string | null | undefined): Cursor | null {
  if (!text) return null
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const readable = typeof key === 'string' && typeof id === 'string' && unstorableIn([key, id]) === null
    if (readable) return { key, id }
  } catch {
    // Falls through to the typed error.
  }
  throw invalidCursor()
}

export const invalidCursor = () =>
  new AppError('BAD_REQUEST', 'This list position is not valid any more. Reload the list.')

/** The number a cursor's key begins with, of a list in an order of numbers; BAD_REQUEST when it is none. */
export function cursorNumber({ key }: Cursor): number {
  const [text = ''] = key.split(' ')
  if (!/^-?\d{1,15}$/.test(text)) throw invalidCursor()
  return Number(text)
}

/** Cuts `limit + 1` fetched rows to a page and says where the next one starts. */
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
 * The first rows of a list, as many as `most`, read a page at a time: one statement for tens of thousands
 * would hold up everybody else.
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
 * Rows of several lists as one, newest first, each once. One query with `or` over indexes of its own for
 * each part could walk none of them in order: it would sort everything to show a page.
 */
export function mergeNewest<Row>(lists: Row[][], cursorOf: (row: Row) => Cursor): Row[] {
  const byId = new Map(lists.flat().map((row) => [cursorOf(row).id, row]))
  const order = (row: Row): string => `${cursorOf(row).key} ${cursorOf(row).id}`
  return [...byId.values()].toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
}

/**
 * The rows after the cursor of a list ordered by these two columns, a key and the id that breaks ties; all
 * of them without a cursor. Orders the list, too.
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

/** Narrows by an optional filter: nothing is asked of the column where the filter is not set. */
export function whereSet<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  column: ReferenceExpression<DB, Table>,
  value: string | number | null | undefined,
): SelectQueryBuilder<DB, Table, Selected> {
  return value == null || value === '' ? query : query.where(column, '=', value as never)
}
