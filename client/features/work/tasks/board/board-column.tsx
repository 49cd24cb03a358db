import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListQuery } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { TASK_STATUS_LABELS, type TaskDto, type TaskStatus } from '#shared/work/tasks.ts'
import { StatusIcon } from '../task/task-icons.tsx'
import { BoardCard, SortableCard } from './board-card.tsx'
import classes from './task-board.module.css'

interface BoardColumnProps {
  status: TaskStatus
  query: ListQuery<TaskDto>
  /** The tasks shown, including one being dragged over the column. */
  tasks: TaskDto[]
  /** The total number, loaded or not. */
  count: number | undefined
  movable: boolean
  /** The input that adds tasks with this status. */
  add: ReactNode
  onOpen: (task: TaskDto) => void
}

export function BoardColumn({ status, query, tasks, count, movable, add, onOpen }: BoardColumnProps) {
  const { setNodeRef } = useDroppable({ id: status, data: { status } })
  const label = TASK_STATUS_LABELS[status]
  return (
    <section className={classes.column} aria-label={label} ref={setNodeRef} data-column>
      <header className={classes.head}>
        <StatusIcon status={status} />
        <Title order={2} size="sm">
          {label}
        </Title>
        <Text size="sm" c="dimmed">
          {query.hasNextPage ? count : tasks.length}
        </Text>
      </header>
      {movable && add}
      <SortableContext
        id={status}
        items={tasks.map((task) => task.id)}
        strategy={verticalListSortingStrategy}
      >
        <ul className={classes.cards} aria-label={`Tasks in ${label}`}>
          {tasks.map((task) => (
            <li key={task.id}>
              {movable ? (
                <SortableCard task={task} column={status} onOpen={() => onOpen(task)} />
              ) : (
                <BoardCard task={task} onOpen={() => onOpen(task)} />
              )}
            </li>
          ))}
        </ul>
      </SortableContext>
      {query.data === undefined && <QueryState query={query} loading={<Skeleton h={96} />} />}
      {query.data !== undefined && tasks.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          No tasks
        </Text>
      )}
      <ShowMore query={query} variant="subtle" size="xs" />
    </section>
  )
}
