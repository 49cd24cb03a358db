import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListQuery } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { TASK_STATUS_LABELS, type TaskDto, type TaskStatus } from '#shared/tasks.ts'
import { StatusIcon } from '../task/task-icons.tsx'
import { BoardCard, SortableCard } from './board-card.tsx'
import classes from './task-board.module.css'

interface BoardColumnProps {
  status: TaskStatus
  query: ListQuery<TaskDto>
  /** The tasks shown, including one being dragged over the column. */
  tasks: TaskDto[]
  movable: boolean
  /** The line that adds tasks with this status. */
  add: ReactNode
  onOpen: (task: TaskDto) => void
}

export function BoardColumn({ status, query, tasks, movable, add, onOpen }: BoardColumnProps) {
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
          {tasks.length}
          {query.hasNextPage && '+'}
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
      {query.data === undefined && <Unanswered query={query} loading={<Skeleton h={96} />} />}
      {query.data !== undefined && tasks.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          No tasks
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}
