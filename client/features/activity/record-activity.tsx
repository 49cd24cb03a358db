import { Text } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { RowBody } from '#client/components/detail-parts.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { byCursor, type Inputs, trpc } from '#client/lib/trpc.ts'

interface RecordActivityProps {
  /** The record whose history is shown. */
  of: Pick<Inputs['activity']['list'], 'client_id' | 'invoice_id' | 'project_id' | 'task_id'>
  /** The empty state's text. */
  emptyMessage: string
}

/** The history of one client, project, task or invoice, in its drawer. */
export function RecordActivity({ of, emptyMessage }: RecordActivityProps) {
  const list = trpc.activity.list.useInfiniteQuery(of, byCursor)
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
      noMatchTitle="No activity found"
      onClearFilters={() => {}}
      empty={<EmptyState drawing="clock" title="No activity yet" message={emptyMessage} />}
    />
  )
}
