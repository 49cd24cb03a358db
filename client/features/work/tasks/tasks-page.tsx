import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { Page } from '#client/components/page.tsx'
import { DetailPageSkeleton } from '#client/components/records/detail-skeleton.tsx'
import { useLayout } from '#client/components/table/use-layout.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { NO_TASK_FILTERS } from '#shared/work/screens/tasks.ts'
import { ViewTabs } from '../../../components/lists/views/view-tabs.tsx'
import { AddTask } from './add/add-task.tsx'
import { TaskCards } from './list/task-cards.tsx'
import { NewRequest } from './requests/new-request.tsx'
import { FILTER_KEYS, filtersOf } from './task/list-filters.ts'
import { type TaskSearch, type TaskView, taskSearch } from './task/task-search.ts'
import { TaskFilterBar } from './task-filters.tsx'
import { TaskTiles } from './task-tiles.tsx'

const TaskFormDialog = lazyLayer(() => import('./form/task-form-dialog.tsx'), 'TaskFormDialog')

const DragView = lazyComponent(() => import('./drag-view.tsx'), 'DragView')
const TaskTable = lazyComponent(() => import('./list/task-table.tsx'), 'TaskTable')
const TaskPage = lazyComponent(() => import('./detail/task-page.tsx'), 'TaskPage')
const TaskPeek = lazyLayer(() => import('./detail/task-peek.tsx'), 'TaskPeek', 'peek')

const CONTENT: Record<TaskView, typeof TaskCards | typeof DragView> = {
  cards: TaskCards,
  board: DragView,
  list: TaskTable,
  timeline: DragView,
}
const ROW_HEIGHT = 40
const VIEW_KEYS = [...FILTER_KEYS, 'view', 'sort', 'desc', 'grouped'] as const

/** The list of tasks, or the task named in the URL. */
export function TasksPage() {
  const [{ task }] = useSearchState(taskSearch)
  if (task === null) return <TaskList />
  return (
    <Suspense fallback={<DetailPageSkeleton kind="Task" />}>
      <TaskPage key={task} id={task} />
    </Suspense>
  )
}

function TaskList() {
  const [search, setSearch] = useOwnFirst()
  const [view, setView] = useLayout<TaskView, TaskSearch>(taskSearch, 'task-view')
  const write = useCan('task.write')
  const Content = CONTENT[view]
  const add = () => setSearch({ new: true }, 'push')
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      Add Task
    </Button>
  )
  const filters = filtersOf(search)
  return (
    <Page
      title="Tasks"
      actions={
        write ? addButton : <NewRequest {...(filters.project_id && { projectId: filters.project_id })} />
      }
      wide={view === 'board' || view === 'timeline'}
    >
      <TaskTiles filters={filters} view={view} />
      <ViewTabs list="tasks" all="All tasks" screen={taskSearch} keys={VIEW_KEYS} />
      <TaskFilterBar filters={filters} onChange={setSearch} view={view} onViewChange={setView} />
      {view === 'cards' && (
        <AddTask
          projectId={filters.project_id}
          fields={{ status: filters.status ?? undefined, assigned_to_id: filters.assigned_to_id }}
          list={filters}
        />
      )}
      <Suspense fallback={<Skeletons layout="rows" height={ROW_HEIGHT} />}>
        <Content
          view={view}
          filters={filters}
          onAdd={add}
          onClearFilters={() => setSearch(NO_TASK_FILTERS)}
        />
      </Suspense>
      <TaskPeek />
      {write && search.new && <TaskFormDialog wording="page" onClose={() => setSearch({ new: false })} />}
    </Page>
  )
}

/** My Tasks starts with the user's own tasks; the filter can be changed there. */
function useOwnFirst() {
  const [search, setSearch] = useSearchState(taskSearch)
  const { employee_id } = useUser()
  const own = useLocation().pathname === '/my-tasks' && employee_id !== null
  const [started, setStarted] = useState(!own)
  // The URL changes later; until then the list would be requested without the filter.
  if (!started && search.assigned_to_id !== null) setStarted(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the list is opened
  useEffect(() => {
    if (own && search.assigned_to_id === null) setSearch({ assigned_to_id: employee_id })
  }, [])
  return [started ? search : { ...search, assigned_to_id: employee_id }, setSearch] as const
}
