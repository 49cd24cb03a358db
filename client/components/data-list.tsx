import { Button, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { isUnseen } from '#client/lib/first-answers.ts'
import { useArrived } from '#client/lib/use-arrived.ts'
import type { Page } from '#shared/paging.ts'
import classes from './data-list.module.css'
import { EmptyState } from './empty-state.tsx'
import { Unanswered } from './unanswered.tsx'

const SKELETON_DELAY_MS = 150
const SKELETON_COUNT = 6
/** Of titles, as they differ in lists. */
const WIDTHS = ['44%', '58%', '36%']
/** Items drawn at once; the others follow as they come near. */
const STEP = 12
/** Items of this height bear a second line. */
const TWO_LINES = 52

/** The result of `trpc.x.list.useInfiniteQuery(filters, byCursor)`. */
export interface ListQuery<Item> {
  data: { pages: Page<Item>[] } | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface DataListProps<Item> {
  query: ListQuery<Item>
  /** The list's accessible name. */
  label: string
  renderItem: (item: Item) => ReactNode
  itemKey: (item: Item) => string
  /** Cards in a grid, or stacked rows. */
  layout?: 'grid' | 'rows'
  /** Height of one item in px, used to size skeletons. */
  itemHeight: number
  /** Shown when no items exist yet. */
  empty: ReactNode
  /** True when a search or filter is active, so an empty result means "no match". */
  filtered: boolean
  noMatchTitle: string
  onClearFilters: () => void
}

interface ListStatesProps<Item>
  extends Pick<
    DataListProps<Item>,
    'query' | 'layout' | 'itemHeight' | 'empty' | 'filtered' | 'noMatchTitle' | 'onClearFilters'
  > {
  children: (items: Item[]) => ReactNode
}

/** The loading, empty and error states of a paged list around its items. */
export function ListStates<Item>({ query, layout = 'grid', children, ...props }: ListStatesProps<Item>) {
  const arrived = useArrived(query.data)
  if (query.data === undefined || !arrived)
    return <Unanswered query={query} loading={<Skeletons layout={layout} height={props.itemHeight} />} />
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length > 0) return children(items)
  if (!props.filtered) return props.empty
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

/** A paged list with loading, empty and error states. The next page loads on scroll. */
export function DataList<Item>({ label, renderItem, itemKey, ...states }: DataListProps<Item>) {
  const { query, layout = 'grid' } = states
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // A list that was here before is whole at once, so that the way back finds its place.
  const [drawn, setDrawn] = useState(data === undefined || isUnseen(data) ? STEP : Number.POSITIVE_INFINITY)
  return (
    <ListStates {...states}>
      {(items) => (
        <>
          <ul className={classes.list} data-layout={layout} aria-label={label}>
            {items.slice(0, drawn).map((item) => (
              <li key={itemKey(item)}>{renderItem(item)}</li>
            ))}
          </ul>
          {drawn < items.length ? (
            // Anew for each step, as only what lies below the last one tells whether the next is near.
            <More key={drawn} onMore={() => startTransition(() => setDrawn(drawn + STEP))} waits={false} />
          ) : (
            hasNextPage && <More onMore={() => void fetchNextPage()} waits={isFetchingNextPage} />
          )}
        </>
      )}
    </ListStates>
  )
}

/** Asks for more as it comes near; `onMore` may be asked again until there is more. */
function More({ onMore, waits }: { onMore: () => void; waits: boolean }) {
  const { ref, entry } = useIntersection<HTMLButtonElement>({ rootMargin: '800px' })
  const near = entry?.isIntersecting ?? false
  useEffect(() => {
    if (near && !waits) onMore()
  })
  return (
    <Button ref={ref} variant="default" loading={waits} onClick={onMore}>
      Show more
    </Button>
  )
}

/** Items to come, in their shape and height; fast answers show none. */
export function Skeletons({ layout, height }: { layout: 'grid' | 'rows'; height: number }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className={classes.list}
      data-layout={layout}
      data-due={due || undefined}
      data-coming
      role="status"
      aria-label="Loading"
    >
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={classes.placeholder} style={{ height }}>
          <Skeleton height={10} width={WIDTHS[index % WIDTHS.length]} animate={due} />
          {height >= TWO_LINES && <Skeleton height={8} width="28%" animate={due} />}
        </div>
      ))}
    </div>
  )
}
