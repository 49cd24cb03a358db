import { Button, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { isUnseen } from '#client/lib/queries/first-answers.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import type { Page } from '#shared/base/paging.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { QueryState } from '../states/query-state.tsx'
import classes from './data-list.module.css'

const SKELETON_DELAY_MS = 150
const SKELETON_COUNT = 6
/** Title widths, varied to look like a list. */
const WIDTHS = ['44%', '58%', '36%']
/** Items rendered per step; the next step follows as the user scrolls. */
const STEP = 12
/** Items of at least this height show a second line. */
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
  const arrived = useDeferredData(query.data)
  if (query.data === undefined || !arrived)
    return <QueryState query={query} loading={<Skeletons layout={layout} height={props.itemHeight} />} />
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
  // Render a cached list completely, so that scroll restoration finds its position.
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
            // Remount after each step, so that the intersection is measured again below the new items.
            <More key={drawn} onMore={() => startTransition(() => setDrawn(drawn + STEP))} waits={false} />
          ) : (
            hasNextPage && <More onMore={() => void fetchNextPage()} waits={isFetchingNextPage} />
          )}
        </>
      )}
    </ListStates>
  )
}

/** Requests more items when scrolled near; `onMore` may be called repeatedly until more arrive. */
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

interface SkeletonsProps {
  layout: 'grid' | 'rows'
  height: number
  count?: number
}

/** Placeholders with the shape and height of the items; not shown for fast responses. */
export function Skeletons({ layout, height, count = SKELETON_COUNT }: SkeletonsProps) {
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
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={classes.placeholder} style={{ height }}>
          <Skeleton height={10} width={WIDTHS[index % WIDTHS.length]} animate={due} />
          {height >= TWO_LINES && <Skeleton height={8} width="28%" animate={due} />}
        </div>
      ))}
    </div>
  )
}
