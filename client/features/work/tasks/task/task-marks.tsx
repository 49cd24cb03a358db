import { Text, Tooltip } from '@mantine/core'
import { IconLock, IconRepeat } from '@tabler/icons-react'
import { TASK_STATUS_LABELS, type TaskDto } from '#shared/work/tasks.ts'
import classes from './task-card.module.css'
import { PRIORITY_LABELS, RECURRENCE_LABELS } from './task-form-values.ts'
import { PriorityIcon, StatusIcon } from './task-icons.tsx'
import marks from './task-marks.module.css'

const SHOWN_ID_LENGTH = 8

export const ShortId = ({ task }: { task: Pick<TaskDto, 'id'> }) => (
  <code>{task.id.slice(0, SHOWN_ID_LENGTH)}</code>
)

/** Status as a dot and a word. */
export const StatusMark = ({ task }: { task: Pick<TaskDto, 'status'> }) => (
  <span className={marks.mark}>
    <StatusIcon status={task.status} />
    {TASK_STATUS_LABELS[task.status]}
  </span>
)

/** Priority is shown by shape, so that color has a single meaning. */
export const PriorityMark = ({ task }: { task: Pick<TaskDto, 'priority'> }) => (
  <span className={marks.mark}>
    <PriorityIcon priority={task.priority} />
    {PRIORITY_LABELS[task.priority]}
  </span>
)

type MarkedBy = 'recurrence' | 'open_blockers' | 'status' | 'requested_by'

/** Badges for requested, recurring and blocked tasks. */
export function TaskMarks({ task }: { task: Pick<TaskDto, MarkedBy> }) {
  const waits = task.status !== 'done' && task.open_blockers > 0
  return (
    <>
      {task.requested_by !== null && (
        <Text size="sm" c="dimmed" className={classes.mark}>
          Requested by {task.requested_by.name}
        </Text>
      )}
      {task.recurrence !== null && (
        <Tooltip label={RECURRENCE_LABELS[task.recurrence]}>
          <Text size="sm" c="dimmed" className={classes.mark}>
            <IconRepeat size={14} role="img" aria-label={RECURRENCE_LABELS[task.recurrence]} />
          </Text>
        </Tooltip>
      )}
      {waits && (
        <Text size="sm" c="dimmed" className={classes.mark}>
          <IconLock size={14} aria-hidden />
          Blocked by {task.open_blockers}
        </Text>
      )}
    </>
  )
}
