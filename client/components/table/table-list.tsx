import type { ReactNode } from 'react'
import { type ListQuery, ListStates } from '../lists/data-list.tsx'
import { ROW } from './density.ts'

export interface TableListProps<Item> {
  query: ListQuery<Item>
  /** Shown when no items exist yet. */
  empty: ReactNode
  /** True when a search or filter is active, so an empty result means "no match". */
  filtered: boolean
  noMatchTitle: string
  onClearFilters: () => void
  children: (items: Item[]) => ReactNode
}

/** A paged table's loading, empty and error states around its rows. */
export const TableList = <Item,>(props: TableListProps<Item>) => (
  <ListStates layout="rows" itemHeight={ROW} {...props} />
)
