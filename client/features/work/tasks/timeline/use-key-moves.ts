import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { moveDates } from './task-span.ts'

/** Repeated keys are saved together. */
const PAUSE_MS = 900

interface Moved {
  task: TaskDto
  dates: TaskDates
}

/** Moves a focused bar by days with the arrow keys; saves after a pause, or when the bar is left. */
export function useKeyMoves(onMoved: (moved: Moved) => void) {
  const [pending, setPending] = useState<Moved | null>(null)
  const latest = useRef<Moved | null>(null)
  const keep = (moved: Moved | null) => {
    latest.current = moved
    setPending(moved)
  }
  const save = () => {
    const moved = latest.current
    keep(null)
    if (moved !== null) onMoved(moved)
  }
  const saveSoon = useDebouncedCallback(save, { delay: PAUSE_MS, flushOnUnmount: true })

  /**
   * Left and right move by a day, with Shift only the last day; Escape returns to the saved dates. Returns the dates
   * that the bar has then, null for other keys.
   */
  function onKeyDown(event: KeyboardEvent, task: TaskDto, shown: TaskDates): TaskDates | null {
    if (event.altKey || event.ctrlKey || event.metaKey) return null
    if (event.key === 'Escape' && latest.current !== null) {
      saveSoon.cancel()
      keep(null)
      return task
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null
    event.preventDefault()
    const dates = moveDates(shown, event.shiftKey ? 'end' : 'whole', event.key === 'ArrowLeft' ? -1 : 1)
    keep({ task, dates })
    saveSoon()
    return dates
  }

  /** Saves what is pending. */
  function flush() {
    saveSoon.cancel()
    save()
  }

  return { pending, onKeyDown, flush }
}
