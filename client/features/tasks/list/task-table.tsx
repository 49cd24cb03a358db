import { Button, Checkbox } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useCan } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { NoTasks } from '../task/no-tasks.tsx'
import { tasksOf } from '../task/task-pages.ts'
import { BulkBar } from './bulk-bar.tsx'
import { TaskRow } from './task-row.tsx'
import classes from './task-table.module.css'
import { useSelection } from './use-selection.ts'

const COLUMNS = ['Title', 'Status', 'Priority', 'Project', 'Assignee', 'Due']
const ROW_HEIGHT = 44
const OVERSCAN = 10
/** The next page loads this many rows before the end. */
const AHEAD = 20

/** A virtualized table of tasks with bulk actions for staff. */
export function TaskTable({ filters, onOpen, onAdd, onClearFilters }: TaskViewProps) {
  const list = trpc.tasks.list.useInfiniteQuery(filters, byCursor)
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
    <Rows
      tasks={tasks}
      onOpen={onOpen}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
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
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
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
              />
            )
          })}
        </tbody>
      </table>
      {write && <BulkBar ids={selection.selected} onDone={selection.clear} />}
    </>
  )
}
