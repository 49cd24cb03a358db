import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { type TaskFilters, taskCountersInput } from '#shared/work/screens/tasks.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from '#shared/work/tasks.ts'
import { type TaskView, taskSearch } from './task/task-search.ts'
import classes from './tasks-page.module.css'

interface TaskTilesProps {
  filters: TaskFilters
  view: TaskView
}

/** Counts by status after the other filters; each tile opens its tasks in the current view. */
export function TaskTiles({ filters, view }: TaskTilesProps) {
  const { data } = trpc.tasks.counters.useQuery(taskCountersInput(filters), {
    placeholderData: (old) => old,
  })
  const of = (status: TaskStatus | null) =>
    taskSearch.validate({ ...filters, open: false, requested: false, status, view })
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
