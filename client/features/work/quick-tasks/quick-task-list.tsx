import { Stack } from '@mantine/core'
import { DataList, type ListQuery } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import type { QuickTaskDto, QuickTaskView } from '#shared/work/quick-tasks.ts'
import { QuickTaskRow } from './quick-task-row.tsx'
import { type QuickTaskActions, useQuickTaskActions } from './use-quick-task-actions.ts'

const ROW_HEIGHT = 56

const EMPTY: Record<QuickTaskView, { title: string; message: string }> = {
  overdue: { title: 'Nothing overdue', message: 'Overdue tasks appear here.' },
  today: { title: 'Nothing due today', message: 'Tasks due today or overdue appear here.' },
  upcoming: { title: 'Nothing upcoming', message: 'Tasks due later or without a due date appear here.' },
  completed: { title: 'Nothing completed yet', message: 'Completed tasks appear here.' },
}

interface QuickTaskListProps {
  view: QuickTaskView
  label: string
}

/** The tasks of one view. */
export function QuickTaskList({ view, label }: QuickTaskListProps) {
  const list = trpc.quickTasks.list.useInfiniteQuery({ view }, byCursor)
  return <Rows list={list} label={label} view={view} actions={useQuickTaskActions()} />
}

/** Overdue tasks, then today's; one empty state for both. */
export function TodayList() {
  const actions = useQuickTaskActions()
  const overdue = trpc.quickTasks.list.useInfiniteQuery({ view: 'overdue' }, byCursor)
  const today = trpc.quickTasks.list.useInfiniteQuery({ view: 'today' }, byCursor)
  const noneOverdue = overdue.data?.pages[0]?.items.length === 0
  const noneToday = today.data?.pages[0]?.items.length === 0
  return (
    <Stack gap="sm">
      {!noneOverdue && <Rows list={overdue} label="Overdue" view="overdue" actions={actions} />}
      {(noneOverdue || !noneToday) && (
        <Rows list={today} label="Today's Tasks" view="today" actions={actions} />
      )}
    </Stack>
  )
}

interface RowsProps extends QuickTaskListProps {
  list: ListQuery<QuickTaskDto>
  actions: QuickTaskActions
}

const Rows = ({ list, label, view, actions }: RowsProps) => (
  <DataList
    query={list}
    label={label}
    layout="rows"
    itemKey={(task) => task.id}
    itemHeight={ROW_HEIGHT}
    renderItem={(task) => <QuickTaskRow task={task} actions={actions} />}
    filtered={false}
    noMatchTitle="No tasks found"
    onClearFilters={() => {}}
    empty={<EmptyState drawing="checklist" {...EMPTY[view]} />}
  />
)
