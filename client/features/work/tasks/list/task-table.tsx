import type { ListQuery } from '#client/components/lists/data-list.tsx'
import { DataTable } from '#client/components/table/data-table.tsx'
import { TableList } from '#client/components/table/table-list.tsx'
import { useSelection } from '#client/components/table/use-selection.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session/session.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { TimerButton } from '../actions/timer-button.tsx'
import { AddTask } from '../add/add-task.tsx'
import { NoTasks } from '../add/no-tasks.tsx'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { TaskMarks } from '../task/task-marks.tsx'
import { opensTask, taskSearch } from '../task/task-search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { TASK_COLUMNS, TASK_GROUPS, TITLE } from './task-columns.tsx'

/** A virtualized table of tasks with bulk actions for staff. */
export function TaskTable({ filters, onAdd, onClearFilters }: TaskViewProps) {
  const [{ sort, desc }] = useSearchState(taskSearch)
  const input = { ...filters, order: sort ?? ('newest' as const), descending: desc }
  const list = trpc.tasks.list.useInfiniteQuery(input, { ...byCursor, placeholderData: (old) => old })
  return (
    <TableList
      query={list}
      filtered={isFiltered(filters)}
      noMatchTitle="No tasks found"
      onClearFilters={onClearFilters}
      empty={<NoTasks onAdd={onAdd} />}
    >
      {(tasks) => (
        <>
          <AddTask
            projectId={filters.project_id}
            fields={{ status: filters.status ?? undefined, assigned_to_id: filters.assigned_to_id }}
            // When sorted by a column, only the server can determine its place.
            list={sort === null ? input : undefined}
            onAdded={sort === null ? undefined : () => list.refetch()}
          />
          <Rows tasks={tasks} query={list} />
        </>
      )}
    </TableList>
  )
}

interface RowsProps {
  tasks: TaskDto[]
  query: ListQuery<TaskDto>
}

function Rows({ tasks, query }: RowsProps) {
  const [{ sort, desc, grouped }, setSearch] = useSearchState(taskSearch)
  const write = useCan('task.write')
  const selection = useSelection(tasks)
  return (
    <>
      <DataTable
        label="Tasks"
        items={tasks}
        query={query}
        title={{ column: TITLE, of: (task) => task.title }}
        marks={(task) => <TaskMarks task={task} />}
        columns={TASK_COLUMNS}
        sorting={{ sort, desc, onSort: setSearch }}
        grouping={grouped && sort !== null ? TASK_GROUPS[sort] : null}
        selection={write ? selection : null}
        actions={(task) => <TimerButton task={task} />}
        opens={opensTask}
        onPeek={(task) => setSearch({ peek: task.id }, 'push')}
      />
      {write && <BulkBar ids={selection.selected} onDone={selection.clear} />}
    </>
  )
}
