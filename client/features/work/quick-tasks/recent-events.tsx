import { Text } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { QuickTaskEventDto } from '#shared/work/quick-tasks.ts'
import classes from './quick-tasks.module.css'

const WORDS: Record<QuickTaskEventDto['event'], string> = { added: 'Added', completed: 'Completed' }

/** Recently added and completed tasks. */
export function RecentEvents() {
  const query = trpc.quickTasks.recent.useQuery()
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={56} />} />
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
