import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { TASK_SORTS, type TaskDto, type TaskSort } from '#shared/tasks.ts'
import { AddTask } from '../add/add-task.tsx'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { NoTasks } from '../task/no-tasks.tsx'
import { tasksOf } from '../task/task-pages.ts'
import { taskSearch } from '../task/task-search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { TaskRow } from './task-row.tsx'
import classes from './task-table.module.css'
import { useSelection } from './use-selection.ts'

const COLUMNS: Record<TaskSort, string> = {
  title: 'Title',
  status: 'Status',
  priority: 'Priority',
  project: 'Project',
  assignee: 'Assignee',
  due: 'Due',
}
const ROW_HEIGHT = 44
const OVERSCAN = 10
/** The next page loads this many rows before the end. */
const AHEAD = 20

/** A virtualized table of tasks with bulk actions for staff. */
export function TaskTable({ filters, onOpen, onAdd, onClearFilters }: TaskViewProps) {
  const [{ sort, desc }] = useSearchState(taskSearch)
  const input = { ...filters, order: sort ?? ('newest' as const), descending: desc }
  const list = trpc.tasks.list.useInfiniteQuery(input, { ...byCursor, placeholderData: (old) => old })
  const tasks = tasksOf(list.data)
  if (list.data === undefined)
    return <Unanswered query={list} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  if (tasks.length === 0) {
    if (!isFiltered(filters)) return <NoTasks onAdd={onAdd} />
    return (
      <EmptyState
        drawing="search"
        title="No tasks found"
        message="Try different keywords or fewer filters."
        action={
          <Button variant="default" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      />
    )
  }
  return (
    <>
      <AddTask
        projectId={filters.project_id}
        fields={{ status: filters.status ?? undefined, assigned_to_id: filters.assigned_to_id }}
        list={input}
      />
      <Rows
        tasks={tasks}
        onOpen={onOpen}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

interface RowsProps {
  tasks: TaskDto[]
  onOpen: (task: TaskDto) => void
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

function Rows({ tasks, onOpen, hasMore, loadingMore, onMore }: RowsProps) {
  const [, setSearch] = useSearchState(taskSearch)
  const write = useCan('task.write')
  const selection = useSelection(tasks)
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => tasks[index]?.id ?? index,
  })
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= tasks.length - AHEAD
  useEffect(() => {
    if (nearEnd && hasMore && !loadingMore) onMore()
  }, [nearEnd, hasMore, loadingMore, onMore])

  /** Arrow keys move between rows, including rows not rendered yet. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
    if (step === undefined || row === null) return
    const index = Number(row.dataset.index) + step
    if (index < 0 || index >= tasks.length) return
    event.preventDefault()
    if (focusRow(index)) return
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => focusRow(index))
  }

  /** False while the row isn't rendered. */
  function focusRow(index: number): boolean {
    const open = body.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`)
    open?.focus()
    return open != null
  }

  return (
    <>
      <table
        aria-label="Tasks"
        aria-rowcount={hasMore ? -1 : tasks.length + 1}
        className={classes.table}
        data-selectable={write || undefined}
      >
        <thead>
          <tr aria-rowindex={1} className={classes.head}>
            {write && (
              <th scope="col">
                <Checkbox
                  aria-label="Select all"
                  checked={selection.state === 'all'}
                  indeterminate={selection.state === 'some'}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {TASK_SORTS.map((column) => (
              <SortHead key={column} column={column} />
            ))}
            <th scope="col">
              <VisuallyHidden>Timer</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          className={classes.body}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {items.map(({ index, key, start }) => {
            const task = tasks[index]
            if (task === undefined) return null
            return (
              <TaskRow
                key={key}
                task={task}
                index={index}
                measure={virtual.measureElement}
                offset={start - virtual.options.scrollMargin}
                selection={write ? selection : null}
                onOpen={() => onOpen(task)}
                onPeek={() => setSearch({ peek: task.id }, 'push')}
              />
            )
          })}
        </tbody>
      </table>
      {write && <BulkBar ids={selection.selected} onDone={selection.clear} />}
    </>
  )
}

/** Sorts upwards, then downwards, then newest first again. */
function SortHead({ column }: { column: TaskSort }) {
  const [{ sort, desc }, setSearch] = useSearchState(taskSearch)
  const active = sort === column
  const Icon = desc ? IconArrowDown : IconArrowUp
  const next = active && desc ? { sort: null, desc: false } : { sort: column, desc: active }
  return (
    <th scope="col" aria-sort={active ? (desc ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={classes.sort} onClick={() => setSearch(next)}>
        {COLUMNS[column]}
        {active && <Icon size={14} aria-hidden />}
      </button>
    </th>
  )
}
