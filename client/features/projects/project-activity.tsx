import { Group, Text } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ActivityDto } from '#shared/activity.ts'
import classes from './projects.module.css'

export function ProjectActivity({ projectId }: { projectId: string }) {
  const list = trpc.activity.list.useInfiniteQuery({ project_id: projectId }, byCursor)
  return (
    <DataList
      query={list}
      label="Activity"
      layout="rows"
      itemKey={(entry) => entry.id}
      itemHeight={56}
      renderItem={(entry) => <ActivityRow entry={entry} />}
      filtered={false}
      noMatchTitle="Nothing found"
      onClearFilters={() => {}}
      empty={
        <EmptyState
          drawing="clock"
          title="Nothing happened yet"
          message="What changes in this project appears here."
        />
      }
    />
  )
}

const ActivityRow = ({ entry }: { entry: ActivityDto }) => (
  <div className={classes.row}>
    <Text size="sm">{entry.summary}</Text>
    <Group gap={4}>
      <Text size="sm" c="dimmed" component="div">
        {entry.actor_name} · <RelativeTime instant={entry.created_at} />
      </Text>
    </Group>
  </div>
)
