import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES } from '#shared/tasks.ts'
import type { TaskView } from './task/task-search.ts'

/** Each tile opens its tasks in the selected view. */
export function TaskTiles({ view }: { view: TaskView }) {
  const { data } = trpc.tasks.counters.useQuery()
  return (
    <StatTiles>
      <StatTile label="Total" value={data?.total} to="." search={{ view }} />
      {TASK_STATUSES.map((status) => (
        <StatTile
          key={status}
          label={TASK_STATUS_LABELS[status]}
          value={data?.[status]}
          to="."
          search={{ status, view }}
        />
      ))}
    </StatTiles>
  )
}
