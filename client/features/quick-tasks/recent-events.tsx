import { Skeleton, Text } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { QuickTaskEventDto } from '#shared/quick-tasks.ts'
import classes from './quick-tasks.module.css'

const WORDS: Record<QuickTaskEventDto['event'], string> = { added: 'Added', completed: 'Completed' }

/** What was added and ticked lately. */
export function RecentEvents() {
  const { data, error, refetch } = trpc.quickTasks.recent.useQuery()
  if (data === undefined) {
    return error === null ? (
      <Skeleton h={120} role="status" aria-label="Loading" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No recent activity
      </Text>
    )
  }
  return (
    <ul className={classes.events} aria-label="Recent activity">
      {data.map((event) => (
        <li key={`${event.task_id} ${event.event}`} className={classes.event}>
          <Text size="sm">{event.title}</Text>
          <Text size="sm" c="dimmed" component="div">
            {WORDS[event.event]} <RelativeTime instant={event.at} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
