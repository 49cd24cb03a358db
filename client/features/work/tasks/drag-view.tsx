import { TaskBoard } from './board/task-board.tsx'
import type { TaskViewProps } from './task/list-filters.ts'
import { TaskTimeline } from './timeline/task-timeline.tsx'

/** The views in which tasks are dragged: they load together, with the library that drags. */
export const DragView = (props: TaskViewProps) =>
  props.view === 'board' ? <TaskBoard {...props} /> : <TaskTimeline {...props} />
