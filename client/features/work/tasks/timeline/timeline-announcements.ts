import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'

export const instructions: ScreenReaderInstructions = {
  draggable:
    'Press the left or right arrow key to move the task by a day, with Shift to move only its last day. Press Escape to cancel. Press Enter to open the task.',
}

export const movedText = (title: string, dates: string): string => `${title}: ${dates}.`

/** Screen reader announcements while a bar is dragged. */
export const announcements = (
  titleOf: (id: UniqueIdentifier) => string,
  datesOf: (id: UniqueIdentifier) => string,
): Announcements => ({
  onDragStart: ({ active }) => `Picked up ${titleOf(active.id)}.`,
  onDragOver: () => undefined,
  onDragEnd: ({ active }) => movedText(titleOf(active.id), datesOf(active.id)),
  onDragCancel: ({ active }) => `${titleOf(active.id)} was returned to its original dates.`,
})
