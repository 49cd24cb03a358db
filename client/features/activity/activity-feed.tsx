import { Button, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useCan, useUser } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ActivityDto } from '#shared/activity.ts'
import classes from './activity.module.css'
import { activityPlace } from './activity-place.ts'

const AT_ONCE = 8
const ROW_HEIGHT = 60

/** Recent activity the user may see, with a button to load more. */
export function ActivityFeed() {
  const list = trpc.activity.list.useInfiniteQuery({ limit: AT_ONCE }, byCursor)
  if (list.data === undefined)
    return <Unanswered query={list} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  const entries = list.data.pages.flatMap((page) => page.items)
  if (entries.length === 0) {
    return <EmptyState drawing="clock" title="No activity yet" message="Changes to your work appear here." />
  }
  return (
    <>
      <ul className={classes.rows} aria-label="Recent activity">
        {entries.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
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

function ActivityRow({ entry }: { entry: ActivityDto }) {
  const place = useReachablePlace(entry)
  const acrossAgencies = useUser().role === 'super_admin'
  const about = [entry.actor_name, acrossAgencies ? entry.agency_name : null].filter(Boolean).join(' · ')
  return (
    <li className={classes.row}>
      <Text size="sm" component="div">
        {place === null ? (
          entry.summary
        ) : (
          <Link {...place} className={classes.link}>
            {entry.summary}
          </Link>
        )}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {about} · <RelativeTime instant={entry.created_at} />
      </Text>
    </li>
  )
}

/** No link to a screen the user can't access. */
function useReachablePlace(entry: ActivityDto): LinkProps | null {
  const allAgencies = useCan('agency.read-all')
  const place = activityPlace(entry)
  return !allAgencies && (place?.to === '/agencies' || place?.to === '/packages')
    ? { to: '/settings' }
    : place
}
