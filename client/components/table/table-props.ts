import type { ReactNode } from 'react'
import type { ListQuery } from '../data-list.tsx'
import type { Grouping } from './groups.ts'
import type { Sorting } from './sort-head.tsx'
import type { useSelection } from './use-selection.ts'

export interface Column<Item, Sort extends string> {
  label: string
  /** Track of the grid, for example `minmax(90px, 1fr)`. */
  width: string
  /** What its head sorts by. */
  sort?: Sort
  /** Amounts and counts, which stand under each other at the right. */
  figures?: boolean
  /** Left out where there is less room than on a usual screen. */
  extra?: boolean
  render: (item: Item) => ReactNode
}

export interface TableProps<Item extends { id: string }, Sort extends string> {
  /** The accessible name. */
  label: string
  items: Item[]
  query: Pick<ListQuery<Item>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** The first column: what the row opens, between what comes before and after it. */
  title: { column: Pick<Column<Item, Sort>, 'label' | 'width' | 'sort'>; of: (item: Item) => string }
  lead?: (item: Item) => ReactNode
  marks?: (item: Item) => ReactNode
  columns: readonly Column<Item, Sort>[]
  sorting: Sorting<Sort>
  grouping?: Grouping<Item> | null
  selection?: ReturnType<typeof useSelection> | null
  /** At the end of the row, shown on hover and focus. */
  actions?: (item: Item) => ReactNode
  onOpen: (item: Item) => void
  /** Space shows the record beside the list. */
  onPeek?: (item: Item) => void
}
