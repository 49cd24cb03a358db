import { Button } from '@mantine/core'
import { Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { useArrived } from '#client/lib/use-arrived.ts'
import { ActivityRows } from './activity-rows.tsx'

const AT_ONCE = 8
const ROW_HEIGHT = 60

/** Recent activity the user may see, with a button to load more. */
export function ActivityFeed() {
  const list = trpc.activity.list.useInfiniteQuery({ limit: AT_ONCE }, byCursor)
  const arrived = useArrived(list.data)
  if (list.data === undefined || !arrived)
    return <Unanswered query={list} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  const entries = list.data.pages.flatMap((page) => page.items)
  if (entries.length === 0) {
    return <EmptyState drawing="clock" title="No activity yet" message="Changes to your work appear here." />
  }
  return (
    <>
      <ActivityRows label="Recent activity" entries={entries} />
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
