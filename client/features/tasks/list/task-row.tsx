import { Checkbox } from '@mantine/core'
import { RowTitle } from '#client/components/row-title.tsx'
import type { TaskDto } from '#shared/tasks.ts'
import { DueDate } from '../task/due-date.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { PriorityMark, StatusMark, TaskMarks } from '../task/task-marks.tsx'
import { TimerButton } from '../task/timer-button.tsx'
import classes from './task-table.module.css'
import type { useSelection } from './use-selection.ts'

/** The header is row 1. */
const FIRST_ROW = 2

interface TaskRowProps {
  task: TaskDto
  index: number
  measure: (row: HTMLElement | null) => void
  /** px from the top of the list. */
  offset: number
  /** Null for read-only users. */
  selection: ReturnType<typeof useSelection> | null
  onOpen: () => void
  onPeek: () => void
}

/** Enter opens the task, Space shows it beside the list. */
export function TaskRow({ task, index, measure, offset, selection, onOpen, onPeek }: TaskRowProps) {
  const selected = selection?.has(task.id) ?? false
  return (
    <tr
      ref={measure}
      aria-rowindex={index + FIRST_ROW}
      aria-selected={selection === null ? undefined : selected}
      data-index={index}
      className={classes.row}
      style={{ transform: `translateY(${offset}px)` }}
    >
      {selection !== null && (
        <td className={classes.tick}>
          <Checkbox
            aria-label={`Select ${task.title}`}
            checked={selected}
            disabled={selection.full && !selected}
            onChange={(event) => selection.toggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <td
        className={classes.title}
        onKeyDown={(event) => {
          if (event.key !== ' ' || !(event.target instanceof HTMLButtonElement)) return
          if (event.target.dataset.open === undefined) return
          event.preventDefault()
          onPeek()
        }}
      >
        <RowTitle onOpen={onOpen}>{task.title}</RowTitle>
        <TaskMarks task={task} />
      </td>
      <td>
        <StatusMark task={task} />
      </td>
      <td>
        <PriorityMark task={task} />
      </td>
      <td className={classes.text}>
        <ProjectName task={task} />
      </td>
      <td className={classes.text}>{task.assignee?.name ?? 'Unassigned'}</td>
      <td className={classes.due}>
        <DueDate task={task} />
      </td>
      <td className={classes.actions}>
        <TimerButton task={task} />
      </td>
    </tr>
  )
}
