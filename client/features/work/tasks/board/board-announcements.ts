import type { Announcements, Over, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { TASK_STATUS_LABELS, type TaskStatus } from '#shared/work/tasks.ts'

export const instructions: ScreenReaderInstructions = {
  draggable:
    'To move a task, press Space, use the arrow keys to choose a position, then press Space again. Press Escape to cancel. Press Enter to open the task.',
}

function columnName(over: Over | null): string {
  const status: TaskStatus | undefined = over?.data.current?.status
  return status === undefined ? 'no column' : TASK_STATUS_LABELS[status]
}

/** Screen reader announcements while a task is moved. */
export const announcements = (titleOf: (id: UniqueIdentifier) => string): Announcements => ({
  onDragStart: ({ active }) => `Picked up ${titleOf(active.id)}.`,
  onDragOver: ({ active, over }) => `${titleOf(active.id)} is over ${columnName(over)}.`,
  onDragEnd: ({ active, over }) => `${titleOf(active.id)} was dropped in ${columnName(over)}.`,
  onDragCancel: ({ active }) => `${titleOf(active.id)} was returned to its original position.`,
})
