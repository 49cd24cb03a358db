import { TASK_PRIORITIES, type TaskPriority, type TaskStatus } from '#shared/work/tasks.ts'
import classes from './task-marks.module.css'

const SIZE = 14

/** The filled fraction of the circle. */
const FILLED: Record<TaskStatus, number> = { todo: 0, in_progress: 0.5, review: 0.75, done: 1 }
const RADIUS = 5.5
/** A circle whose stroke is as wide as its radius looks like a pie. */
const PIE_RADIUS = 1.75
const PIE_LENGTH = 2 * Math.PI * PIE_RADIUS

/** A circle that fills with the task's status. */
export const StatusIcon = ({ status }: { status: TaskStatus }) => (
  <svg
    className={`${classes.icon} ${classes.status}`}
    data-status={status}
    width={SIZE}
    height={SIZE}
    viewBox="0 0 14 14"
    aria-hidden="true"
  >
    <circle cx={7} cy={7} r={RADIUS} fill="none" stroke="currentColor" strokeWidth={1.5} />
    {FILLED[status] > 0 && (
      <circle
        cx={7}
        cy={7}
        r={PIE_RADIUS}
        fill="none"
        stroke="currentColor"
        strokeWidth={2 * PIE_RADIUS}
        strokeDasharray={`${FILLED[status] * PIE_LENGTH} ${PIE_LENGTH}`}
        transform="rotate(-90 7 7)"
      />
    )}
  </svg>
)

const BAR_HEIGHTS = [4, 8, 12]

/** Three bars filled by priority; urgent has its own icon. */
export function PriorityIcon({ priority }: { priority: TaskPriority }) {
  const level = TASK_PRIORITIES.indexOf(priority)
  return (
    <svg className={classes.icon} width={SIZE} height={SIZE} viewBox="0 0 14 14" aria-hidden="true">
      {priority === 'urgent' ? (
        <path
          className={classes.bar}
          fillRule="evenodd"
          d="M3 1h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm3.1 2.5.3 4.5h1.2l.3-4.5ZM7 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z"
        />
      ) : (
        BAR_HEIGHTS.map((height, index) => (
          <rect
            key={height}
            className={classes.bar}
            data-empty={index > level || undefined}
            x={1 + index * 4.5}
            y={13 - height}
            width={3}
            height={height}
            rx={1}
          />
        ))
      )}
    </svg>
  )
}
