import { Button } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { taskSearch } from '../task/task-search.ts'
import { TaskDocument } from './task-document.tsx'

/** A task's preview beside its list. */
export function TaskPeek() {
  const [{ peek }, setSearch] = useSearchState(taskSearch)
  const task = trpc.tasks.get.useQuery({ id: peek ?? '' }, { enabled: peek !== null })
  const close = () => setSearch({ peek: null })
  return (
    <RecordDrawer query={task} title={task.data?.title ?? 'Task'} opened={peek !== null} onClose={close}>
      {(found) => (
        <>
          <Button
            variant="default"
            size="xs"
            mb="sm"
            leftSection={<IconArrowsDiagonal size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                to="."
                search={(previous: object) => ({ ...previous, peek: undefined, task: found.id })}
                {...props}
              />
            )}
          >
            Open task
          </Button>
          <TaskDocument key={found.id} task={found} narrow onGone={close} />
        </>
      )}
    </RecordDrawer>
  )
}
