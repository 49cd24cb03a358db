import { useSortable } from '@dnd-kit/sortable'
import { Group, Text, VisuallyHidden } from '@mantine/core'
import type { HTMLAttributes, Ref } from 'react'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import { TimerButton } from '../actions/timer-button.tsx'
import { DueDate } from '../task/due-date.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { PriorityMark, TaskMarks } from '../task/task-marks.tsx'
import { focusNeighbour } from './board-focus.ts'
import classes from './task-board.module.css'

const AVATAR = 22

interface BoardCardProps {
  task: TaskDto
  onOpen?: () => void
  /** True for the copy that follows the pointer. */
  lifted?: boolean
  /** Props that make the title the keyboard drag handle. */
  handle?: HTMLAttributes<HTMLButtonElement> & { ref: Ref<HTMLButtonElement> }
}

export function BoardCard({ task, onOpen, lifted = false, handle }: BoardCardProps) {
  const done = task.subtasks.filter((subtask) => subtask.completed).length
  return (
    <article className={classes.card} data-lifted={lifted || undefined}>
      <button
        type="button"
        className={classes.title}
        onClick={onOpen}
        onKeyDown={focusNeighbour}
        data-card
        {...handle}
      >
        {task.title}
      </button>
      <Text size="sm" c="dimmed" truncate>
        <ProjectName task={task} />
      </Text>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs">
          <PriorityMark task={task} />
          <DueDate date={task.due_date} done={task.status === 'done'} />
          <TaskMarks task={task} />
          {task.subtasks.length > 0 && (
            <Text size="sm" c="dimmed">
              {done}/{task.subtasks.length}
              <VisuallyHidden> subtasks done</VisuallyHidden>
            </Text>
          )}
        </Group>
        <Group gap={4} wrap="nowrap">
          {!lifted && <TimerButton task={task} size={AVATAR} />}
          {task.assignee !== null && (
            <div title={task.assignee.name}>
              <UserAvatar name={task.assignee.name} size={AVATAR} />
              <VisuallyHidden>{task.assignee.name}</VisuallyHidden>
            </div>
          )}
        </Group>
      </Group>
    </article>
  )
}

interface SortableCardProps {
  task: TaskDto
  /** The column it is shown in, which may differ from its status while dragging. */
  column: TaskStatus
  onOpen: () => void
}

/** The whole card is the pointer drag handle; the title is the keyboard handle. */
export function SortableCard({ task, column, onOpen }: SortableCardProps) {
  const sortable = useSortable({ id: task.id, data: { task, status: column } })
  const { transform, transition, isDragging } = sortable
  return (
    <div
      ref={sortable.setNodeRef}
      {...sortable.listeners}
      className={classes.sortable}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform === null ? undefined : `translate3d(${transform.x}px, ${transform.y}px, 0)`,
        transition,
      }}
    >
      <BoardCard
        task={task}
        onOpen={onOpen}
        handle={{
          ref: sortable.setActivatorNodeRef,
          'aria-describedby': sortable.attributes['aria-describedby'],
          'aria-roledescription': 'movable task',
        }}
      />
    </div>
  )
}
