import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ListQuery, Skeletons } from '../data-list.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Unanswered } from '../unanswered.tsx'
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
export function TableList<Item>({ query, filtered, ...props }: TableListProps<Item>) {
  if (query.data === undefined)
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={ROW} />} />
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length > 0) return props.children(items)
  if (!filtered) return props.empty
  return (
    <EmptyState
      drawing="search"
      title={props.noMatchTitle}
      message="Try different keywords or fewer filters."
      action={
        <Button variant="default" onClick={props.onClearFilters}>
          Clear filters
        </Button>
      }
    />
  )
}
