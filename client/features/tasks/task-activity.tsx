import { Text } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { RowBody } from '#client/components/detail-parts.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { byCursor, trpc } from '#client/lib/trpc.ts'

export function TaskActivity({ taskId }: { taskId: string }) {
  const list = trpc.activity.list.useInfiniteQuery({ task_id: taskId }, byCursor)
  return (
    <DataList
      query={list}
      label="Activity"
      layout="rows"
      itemKey={(entry) => entry.id}
      itemHeight={60}
      renderItem={(entry) => (
        <RowBody>
          <Text size="sm">{entry.summary}</Text>
          <Text size="sm" c="dimmed" component="div">
            {entry.actor_name} · <RelativeTime instant={entry.created_at} />
          </Text>
        </RowBody>
      )}
      filtered={false}
      noMatchTitle="Nothing found"
      onClearFilters={() => {}}
      empty={
        <EmptyState
          drawing="clock"
          title="Nothing happened yet"
          message="What changes in this task appears here."
        />
      }
    />
  )
}
