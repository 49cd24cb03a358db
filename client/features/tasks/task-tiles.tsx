import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES } from '#shared/tasks.ts'

export function TaskTiles() {
  const { data } = trpc.tasks.counters.useQuery()
  return (
    <StatTiles>
      <StatTile label="Total" value={data?.total} to="/tasks" />
      {TASK_STATUSES.map((status) => (
        <StatTile
          key={status}
          label={TASK_STATUS_LABELS[status]}
          value={data?.[status]}
          to="/tasks"
          search={{ status }}
        />
      ))}
    </StatTiles>
  )
}
