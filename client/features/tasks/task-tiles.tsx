import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from '#shared/tasks.ts'
import type { TaskFilters } from './task/list-filters.ts'
import { type TaskView, taskSearch } from './task/task-search.ts'
import classes from './tasks-page.module.css'

interface TaskTilesProps {
  filters: TaskFilters
  view: TaskView
}

/** What the other filters leave, by status; each tile opens its tasks in the selected view. */
export function TaskTiles({ filters, view }: TaskTilesProps) {
  const { search, project_id, assigned_to_id, due } = filters
  const { data } = trpc.tasks.counters.useQuery(
    { search, project_id, assigned_to_id, due },
    { placeholderData: (old) => old },
  )
  const of = (status: TaskStatus | null) => taskSearch.validate({ ...filters, open: false, status, view })
  return (
    <div className={classes.tiles}>
      <StatTiles>
        <StatTile label="Total" value={data?.total} to="." search={of(null)} />
        {TASK_STATUSES.map((status) => (
          <StatTile
            key={status}
            label={TASK_STATUS_LABELS[status]}
            value={data?.[status]}
            to="."
            search={of(status)}
          />
        ))}
      </StatTiles>
    </div>
  )
}
