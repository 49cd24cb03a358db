import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { trpc } from '#client/lib/trpc.ts'
import { taskSearch } from '../task/task-search.ts'
import classes from './task-document.module.css'
import { TaskDocument } from './task-document.tsx'

/** A task as a page of its own, at the address of the list it was opened from. */
export function TaskPage({ id }: { id: string }) {
  const [, setSearch] = useSearchState(taskSearch)
  const task = trpc.tasks.get.useQuery({ id })
  return (
    <div className={classes.page}>
      <Button
        className={classes.back}
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        renderRoot={(props) => (
          <Link to="." search={(previous: object) => ({ ...previous, task: undefined })} {...props} />
        )}
      >
        All tasks
      </Button>
      {task.data === undefined ? (
        <Unanswered query={task} loading={<DetailSkeleton />} />
      ) : (
        <TaskDocument key={task.data.id} task={task.data} onGone={() => setSearch({ task: null })} />
      )}
    </div>
  )
}
