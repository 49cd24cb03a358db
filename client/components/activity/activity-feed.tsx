import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import { FEED_PAGE } from '#shared/overview/dashboard.ts'
import { ActivityRows } from './activity-rows.tsx'

const ROW_HEIGHT = 60

/** Recent activity the user may see, with a button to load more. */
export function ActivityFeed() {
  const list = trpc.activity.list.useInfiniteQuery(FEED_PAGE, byCursor)
  const arrived = useDeferredData(list.data)
  if (list.data === undefined || !arrived)
    return <QueryState query={list} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  const entries = list.data.pages.flatMap((page) => page.items)
  if (entries.length === 0) {
    return <EmptyState drawing="clock" title="No activity yet" message="Changes to your work appear here." />
  }
  return (
    <>
      <ActivityRows label="Recent activity" entries={entries} />
      <ShowMore query={list} variant="subtle" size="xs" mt="xs" />
    </>
  )
}
