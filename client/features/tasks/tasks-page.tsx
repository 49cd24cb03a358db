import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session.ts'
import { TaskDrawer } from './detail/task-drawer.tsx'
import { TaskFormDialog } from './form/task-form-dialog.tsx'
import { TaskCards } from './list/task-cards.tsx'
import { filtersOf, NO_FILTERS } from './task/list-filters.ts'
import { CLOSED_TASK, type TaskView, taskSearch } from './task/task-search.ts'
import { TaskFilterBar } from './task-filters.tsx'
import { TaskTiles } from './task-tiles.tsx'

const TaskBoard = lazy(() =>
  import('./board/task-board.tsx').then((module) => ({ default: module.TaskBoard })),
)
const TaskTable = lazy(() =>
  import('./list/task-table.tsx').then((module) => ({ default: module.TaskTable })),
)

const CONTENT: Record<TaskView, typeof TaskCards | typeof TaskBoard> = {
  cards: TaskCards,
  board: TaskBoard,
  list: TaskTable,
}
const ROW_HEIGHT = 40

export function TasksPage() {
  const [search, setSearch] = useSearchState(taskSearch)
  const write = useCan('task.write')
  const Content = CONTENT[search.view]
  const add = () => setSearch({ new: true }, 'push')
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      Add Task
    </Button>
  )
  return (
    <Page title="Tasks" actions={write ? addButton : undefined} wide={search.view === 'board'}>
      <TaskTiles view={search.view} />
      <TaskFilterBar
        filters={filtersOf(search)}
        onChange={setSearch}
        view={search.view}
        onViewChange={(view) => setSearch({ view })}
      />
      <Suspense fallback={<Skeletons layout="rows" height={ROW_HEIGHT} />}>
        <Content
          filters={filtersOf(search)}
          onOpen={(task) => setSearch({ ...CLOSED_TASK, task: task.id }, 'push')}
          onAdd={add}
          onClearFilters={() => setSearch(NO_FILTERS)}
        />
      </Suspense>
      <TaskDrawer />
      {write && search.new && <TaskFormDialog wording="page" onClose={() => setSearch({ new: false })} />}
    </Page>
  )
}
