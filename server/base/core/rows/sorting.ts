import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#shared/base/paging.ts'
import { afterKeys, type Cursor, type Direction, decodeCursor, type ListKey, toPage } from './paging.ts'

/** How a list is sorted by a column. */
export interface SortKey {
  by: RawBuilder<unknown>
  /** For descending order, if missing values would otherwise come first. */
  down?: RawBuilder<unknown>
  /** Integers; otherwise text. */
  numeric?: true
}

export const textKey = (by: RawBuilder<unknown>, down?: RawBuilder<unknown>): SortKey => ({ by, down })
export const numberKey = (by: RawBuilder<unknown>): SortKey => ({ by, numeric: true })

/** Case-insensitive text, with missing values last in both directions. */
export const optionalTextKey = (column: string): SortKey => {
  const text = sql.ref(column)
  return textKey(
    sql`case when ${text} is null then '1' else '0' || lower(${text}) end`,
    sql`case when ${text} is null then '0' else '1' || lower(${text}) end`,
  )
}

/** The key in a direction. */
export const keyIn = ({ by, down, numeric }: SortKey, direction: Direction): ListKey => ({
  by: (direction === 'desc' ? down : undefined) ?? by,
  direction,
  numeric,
})

interface Sorting {
  key: SortKey
  descending: boolean
  cursor: string | null | undefined
}

/** Sorts the list by a column, starting after the cursor, and adds each row's key as `order_key`. */
export function sortedBy<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  id: ReferenceExpression<DB, Table> & string,
  { key, descending, cursor }: Sorting,
) {
  const direction = descending ? 'desc' : 'asc'
  const sorted = keyIn(key, direction)
  return afterKeys(
    query.select(sorted.by.$castTo<string | number>().as('order_key')),
    [sorted, { by: sql.ref(id), direction }],
    decodeCursor(cursor),
  )
}

/** The cursor of a row in a sorted list. */
const cursorOf = (row: RowPlace): Cursor => [String(row.order_key), row.id]

interface RowPlace {
  id: string
  order_key: string | number
}

interface SortedPage<Row extends { id: string }, Item> {
  /** The sorted list, with only ids and sort keys selected. */
  order: { limit: (rows: number) => { execute: () => Promise<RowPlace[]> } }
  limit: number
  load: (ids: string[]) => Promise<Row[]>
  toItem: (row: Row) => Item
}

/**
 * A page of a sorted list. Only the page's rows are read in full, because most of their fields are computed.
 */
export async function sortedPage<Row extends { id: string }, Item>({
  order,
  limit,
  load,
  toItem,
}: SortedPage<Row, Item>): Promise<Page<Item>> {
  const places = await order.limit(limit + 1).execute()
  if (places.length === 0) return { items: [], nextCursor: null }
  const rows = new Map((await load(places.map(({ id }) => id))).map((row) => [row.id, row]))
  const page = toPage(places, limit, cursorOf, ({ id }) => rows.get(id))
  return { ...page, items: page.items.flatMap((row) => (row === undefined ? [] : [toItem(row)])) }
}
