import { BackLink } from '#client/components/records/back-link.tsx'
import { DetailPending } from '#client/components/records/detail-skeleton.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { taskSearch } from '../task/task-search.ts'
import classes from './task-document.module.css'
import { TaskDocument } from './task-document.tsx'

/** A task as a full page, at the URL of the list it was opened from. */
export function TaskPage({ id }: { id: string }) {
  const [, setSearch] = useSearchState(taskSearch)
  const task = trpc.tasks.get.useQuery({ id })
  return (
    <div className={classes.page}>
      <BackLink label="All tasks" search={withoutTask} className={classes.back} />
      {task.data === undefined ? (
        <DetailPending query={task} kind="Task" />
      ) : (
        <TaskDocument key={task.data.id} task={task.data} onGone={() => setSearch({ task: null })} />
      )}
    </div>
  )
}

const withoutTask = (search: object) => ({ ...search, task: undefined })
