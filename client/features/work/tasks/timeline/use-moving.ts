import type { DndContextProps } from '@dnd-kit/core'
import { useState } from 'react'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { type BarPart, datesText, moveDates } from './task-span.ts'
import { announcements, instructions } from './timeline-announcements.ts'
import { useChangeDates } from './use-change-dates.ts'
import { useKeyMoves } from './use-key-moves.ts'

/** A bar being dragged, and by how many days. */
interface Held {
  task: TaskDto
  part: BarPart
  days: number
}

/** Bars near the left and right edges scroll the scale, but not the page. */
const AUTO_SCROLL = { threshold: { x: 0.1, y: 0 } }

/** Moves bars by keys and by dragging. `dayWidth` is in px; `onSaved` gets the dates that a task has now. */
export function useMoving(dayWidth: () => number, onSaved: (dates: TaskDates) => void) {
  const { saving, change } = useChangeDates()
  const [held, setHeld] = useState<Held | null>(null)
  const save = async (task: TaskDto, dates: TaskDates) => {
    if (await change(task, dates)) onSaved(dates)
  }
  const keys = useKeyMoves(({ task, dates }) => void save(task, dates))
  const { pending } = keys

  function datesOf(task: TaskDto): TaskDates {
    if (pending?.task.id === task.id) return pending.dates
    const dates = saving[task.id] ?? task
    return held?.task.id === task.id ? moveDates(dates, held.part, held.days) : dates
  }

  const daysOf = ({ x }: { x: number }): number => Math.round(x / Math.max(1, dayWidth()))

  const dragging: DndContextProps = {
    autoScroll: AUTO_SCROLL,
    accessibility: {
      announcements: announcements(
        () => held?.task.title ?? 'Task',
        () => (held === null ? '' : datesText(datesOf(held.task))),
      ),
      screenReaderInstructions: instructions,
    },
    onDragStart: ({ active }) => {
      const { task, part }: { task?: TaskDto; part?: BarPart } = active.data.current ?? {}
      keys.flush()
      if (task !== undefined && part !== undefined) setHeld({ task, part, days: 0 })
    },
    onDragMove: ({ delta }) => {
      const days = daysOf(delta)
      if (held !== null && days !== held.days) setHeld({ ...held, days })
    },
    onDragCancel: () => setHeld(null),
    onDragEnd: ({ delta }) => {
      setHeld(null)
      if (held === null) return
      const { task, part } = held
      void save(task, moveDates(saving[task.id] ?? task, part, daysOf(delta)))
    },
  }

  return {
    datesOf,
    isMoving: ({ id }: TaskDto) => held?.task.id === id || pending?.task.id === id,
    save,
    keys,
    dragging,
  }
}
