import type { ReactNode } from 'react'
import type { ListQuery } from '../lists/data-list.tsx'
import type { Opens } from '../lists/open-link.tsx'
import type { Grouping } from './groups.ts'
import type { Sorting } from './sort-head.tsx'
import type { useSelection } from './use-selection.ts'

export interface Column<Item, Sort extends string> {
  label: string
  /** Grid track size, for example `minmax(90px, 1fr)`. */
  width: string
  /** The value that the column header sorts by. */
  sort?: Sort
  /** Amounts and counts, aligned right. */
  figures?: boolean
  /** Hidden on screens narrower than a typical desktop. */
  extra?: boolean
  render: (item: Item) => ReactNode
}

export interface TableProps<Item extends { id: string }, Sort extends string> {
  /** The accessible name. */
  label: string
  items: Item[]
  query: Pick<ListQuery<Item>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** The first column: the title that opens the row, with optional content before and after it. */
  title: { column: Pick<Column<Item, Sort>, 'label' | 'width' | 'sort'>; of: (item: Item) => string }
  lead?: (item: Item) => ReactNode
  marks?: (item: Item) => ReactNode
  columns: readonly Column<Item, Sort>[]
  sorting: Sorting<Sort>
  grouping?: Grouping<Item> | null
  selection?: ReturnType<typeof useSelection> | null
  /** Shown at the end of the row on hover and focus. */
  actions?: (item: Item) => ReactNode
  opens: (item: Item) => Opens
  /** Space opens the record's preview beside the list. */
  onPeek?: (item: Item) => void
}
