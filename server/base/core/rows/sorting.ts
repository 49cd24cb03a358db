import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#shared/base/paging.ts'
import { type Cursor, cursorNumber, decodeCursor, toPage } from './paging.ts'

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
): SelectQueryBuilder<DB, Table, Selected & { order_key: string | number }> {
  const by = (descending ? key.down : undefined) ?? key.by
  const direction = descending ? 'desc' : 'asc'
  const after = decodeCursor(cursor)
  const beyond = sql.raw(descending ? '<' : '>')
  return query
    .select(by.$castTo<string | number>().as('order_key'))
    .$if(after !== null, (rest) =>
      rest.where(sql<boolean>`(${by}, ${sql.ref(id)}) ${beyond} (${placeOf(after, key)}, ${after?.id})`),
    )
    .orderBy(by, direction)
    .orderBy(sql.ref(id), direction) as unknown as SelectQueryBuilder<
    DB,
    Table,
    Selected & { order_key: string | number }
  >
}

const placeOf = (after: Cursor | null, { numeric }: SortKey): string | number | undefined =>
  after !== null && numeric ? cursorNumber(after) : after?.key

/** The cursor of a row in a sorted list. */
export const cursorOf = (row: { order_key?: string | number | null; id: string }): Cursor => ({
  key: String(row.order_key),
  id: row.id,
})

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
