import {
  closestCorners,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session/session.ts'
import { taskCountersInput } from '#shared/work/screens/tasks.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import { AddTask } from '../add/add-task.tsx'
import { NoTasks } from '../add/no-tasks.tsx'
import { usePointerSensors } from '../task/drag-sensors.ts'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { tasksOf } from '../task/task-pages.ts'
import { opensTask, taskSearch } from '../task/task-search.ts'
import { announcements, instructions } from './board-announcements.ts'
import { BoardCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import classes from './task-board.module.css'
import { type BoardPlace, useBoard } from './use-board.ts'

/** The dragged task and its drop position. */
interface Held extends BoardPlace {
  task: TaskDto
}

/** Tasks in columns by status, moved by mouse, touch and keyboard. */
export function TaskBoard({ filters, onAdd }: TaskViewProps) {
  const [, setSearch] = useSearchState(taskSearch)
  const write = useCan('task.write')
  const board = useBoard(filters)
  const { data: counters } = trpc.tasks.counters.useQuery(taskCountersInput(filters), {
    placeholderData: (old) => old,
  })
  const [held, setHeld] = useState<Held | null>(null)
  const sensors = useSensors(
    ...usePointerSensors(),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // Enter opens the task; Space picks it up.
      keyboardCodes: {
        start: [KeyboardCode.Space],
        cancel: [KeyboardCode.Esc],
        end: [KeyboardCode.Space, KeyboardCode.Enter],
      },
    }),
  )

  const columnOf = (status: TaskStatus): TaskDto[] => {
    const tasks = tasksOf(board.queries[status].data)
    if (held === null) return tasks
    const others = tasks.filter((task) => task.id !== held.task.id)
    return held.status === status ? others.toSpliced(held.index, 0, held.task) : others
  }

  function placeOver({ active, over }: DragOverEvent | DragEndEvent): BoardPlace | null {
    const status: TaskStatus | undefined = over?.data.current?.status
    if (held === null || over === null || status === undefined) return null
    const column = columnOf(status)
    const index = column.findIndex((task) => task.id === over.id)
    if (index < 0) return { status, index: column.filter((task) => task.id !== active.id).length }
    if (status === held.status) return { status, index }
    const top = active.rect.current.translated?.top ?? 0
    return { status, index: top > over.rect.top + over.rect.height / 2 ? index + 1 : index }
  }

  const enabled = board.shown.map((status) => board.queries[status])
  const empty = enabled.every((query) => query.data !== undefined && tasksOf(query.data).length === 0)
  if (empty && !isFiltered(filters)) return <NoTasks onAdd={onAdd} />
  const titleOf = (id: string | number) =>
    board.shown.flatMap((status) => tasksOf(board.queries[status].data)).find((task) => task.id === id)
      ?.title ?? 'Task'

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCorners}
        accessibility={{
          announcements: announcements(titleOf),
          screenReaderInstructions: instructions,
        }}
        onDragStart={({ active }) => {
          const task: TaskDto | undefined = active.data.current?.task
          if (task === undefined) return
          const index = columnOf(task.status).findIndex((other) => other.id === task.id)
          setHeld({ task, status: task.status, index })
        }}
        onDragOver={(event) => {
          const place = placeOver(event)
          // Within a column, the sortable context makes room.
          if (held !== null && place !== null && place.status !== held.status) setHeld({ ...held, ...place })
        }}
        onDragCancel={() => setHeld(null)}
        onDragEnd={(event) => {
          const place = placeOver(event)
          setHeld(null)
          if (held === null || place === null) return
          const from = tasksOf(board.queries[held.task.status].data).findIndex(
            ({ id }) => id === held.task.id,
          )
          if (place.status === held.task.status && place.index === from) return
          void board.moveTask(held.task, place)
        }}
      >
        <section
          className={classes.board}
          aria-label="Board"
          data-board={held === null ? 'resting' : 'holding'}
        >
          {board.shown.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              query={board.queries[status]}
              tasks={columnOf(status)}
              count={counters?.[status]}
              movable={write}
              add={
                <AddTask
                  projectId={filters.project_id}
                  fields={{ status, assigned_to_id: filters.assigned_to_id }}
                  list={board.inputOf(status)}
                />
              }
              onOpen={(task) => setSearch(opensTask(task), 'push')}
            />
          ))}
        </section>
        <DragOverlay>{held !== null && <BoardCard task={held.task} lifted />}</DragOverlay>
      </DndContext>
      {board.confirmation}
    </>
  )
}
