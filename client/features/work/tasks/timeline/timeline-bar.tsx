import { useDraggable } from '@dnd-kit/core'
import { IconLock } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { Place } from './scale.ts'
import { type BarPart, type BarState, barState, datesText } from './task-span.ts'
import classes from './timeline.module.css'

export interface BarProps {
  task: TaskDto
  /** The dates shown, which may still be moving. */
  dates: TaskDates
  moving: boolean
  place: Place
  today: string
  onOpen: () => void
}

const STATE_WORDS: Record<BarState, string> = {
  done: ', done',
  overdue: ', overdue',
  blocked: ', blocked',
  open: '',
}
const LOCK = 12

function describe({ task, dates, today }: Pick<BarProps, 'task' | 'dates' | 'today'>) {
  const state = barState({ ...task, ...dates }, today)
  const blocked = state === 'overdue' && task.open_blockers > 0 ? ', blocked' : ''
  return { state, label: `${task.title}: ${datesText(dates)}${STATE_WORDS[state]}${blocked}` }
}

/** A bar that opens its task, for those who can't move it. */
export const TimelineBar = ({ onOpen, ...bar }: BarProps) => {
  const { state, label } = describe(bar)
  return (
    <button
      type="button"
      className={classes.bar}
      {...placed(bar)}
      data-state={state}
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
      <Lock {...bar} />
    </button>
  )
}

export interface MovableBarProps extends BarProps {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onBlur: () => void
}

/** A bar that is moved by the mouse, touch or arrow keys, and resized at its ends. */
export function MovableBar({ onOpen, onKeyDown, onBlur, ...bar }: MovableBarProps) {
  const { task, place, dates, moving } = bar
  const whole = useDraggable({ id: partId(task.id, 'whole'), data: { task, part: 'whole' } })
  const { state, label } = describe(bar)
  return (
    <button
      type="button"
      className={classes.bar}
      {...placed(bar)}
      ref={whole.setNodeRef}
      {...whole.listeners}
      data-state={state}
      data-movable
      data-moving={moving || undefined}
      aria-label={label}
      aria-describedby={whole.attributes['aria-describedby']}
      aria-roledescription="movable task"
      title={moving ? undefined : label}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {!place.startsBefore && <Handle task={task} part="start" />}
      <Lock {...bar} />
      {!place.endsAfter && <Handle task={task} part="end" />}
      {moving && (
        <span className={classes.dates} aria-hidden="true">
          {datesText(dates)}
        </span>
      )}
    </button>
  )
}

const partId = (id: string, part: BarPart): string => `${id} ${part}`

function Handle({ task, part }: { task: TaskDto; part: 'start' | 'end' }) {
  const { setNodeRef, listeners } = useDraggable({ id: partId(task.id, part), data: { task, part } })
  return <span ref={setNodeRef} {...listeners} className={classes.handle} data-part={part} />
}

const Lock = ({ task }: { task: TaskDto }) =>
  task.status !== 'done' && task.open_blockers > 0 ? (
    <IconLock className={classes.lock} size={LOCK} aria-hidden />
  ) : null

const placed = ({ place }: Pick<BarProps, 'place'>) => ({
  style: { left: `${place.left}%`, width: `${place.width}%` },
  'data-before': place.startsBefore || undefined,
  'data-after': place.endsAfter || undefined,
})
