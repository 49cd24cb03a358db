import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { SubtaskDto } from '#shared/work/tasks.ts'
import classes from './task-card.module.css'

const ICON = 16

interface SubtaskLinesProps {
  subtasks: readonly SubtaskDto[]
  /** Omitted for read-only users. */
  onToggle?: (subtask: SubtaskDto, completed: boolean) => void
  /** The number of hidden subtasks. */
  more?: number
}

export function SubtaskLines({ subtasks, onToggle, more = 0 }: SubtaskLinesProps) {
  return (
    <ul className={classes.subtasks} aria-label="Subtasks">
      {subtasks.map((subtask) => (
        <li key={subtask.id} data-completed={subtask.completed || undefined}>
          {onToggle === undefined ? (
            <ReadLine subtask={subtask} />
          ) : (
            <Checkbox
              size="xs"
              label={subtask.title}
              checked={subtask.completed}
              onChange={(event) => onToggle(subtask, event.currentTarget.checked)}
              classNames={{ root: classes.subtask, label: classes.label }}
            />
          )}
        </li>
      ))}
      {more > 0 && <li className={classes.more}>+{more} more</li>}
    </ul>
  )
}

function ReadLine({ subtask }: { subtask: SubtaskDto }) {
  const Icon = subtask.completed ? IconSquareCheckFilled : IconSquare
  return (
    <span className={classes.readLine}>
      <Icon size={ICON} aria-hidden />
      <span className={classes.label}>{subtask.title}</span>
      {subtask.completed && <VisuallyHidden>done</VisuallyHidden>}
    </span>
  )
}
