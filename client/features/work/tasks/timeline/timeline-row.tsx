import { IconLock } from '@tabler/icons-react'
import { OpenLink } from '#client/components/lists/open-link.tsx'
import { StatusIcon } from '../task/task-icons.tsx'
import { opensTask } from '../task/task-search.ts'
import { type Days, type Place, placeIn } from './scale.ts'
import { spanOf } from './task-span.ts'
import classes from './timeline.module.css'
import { type BarProps, MovableBar, type MovableBarProps, TimelineBar } from './timeline-bar.tsx'

interface RowProps extends Omit<BarProps, 'place'> {
  window: Days
  /** Whether the list is still that of another window. */
  outdated: boolean
  /** Omitted for those who can't change tasks. */
  keys: Pick<MovableBarProps, 'onKeyDown' | 'onBlur'> | null
}

const ICON = 14

/** A task's name, which stays in view, and its bar. */
export function TimelineRow({ window, outdated, keys, ...bar }: RowProps) {
  const { task, dates, moving } = bar
  const blocked = task.status !== 'done' && task.open_blockers > 0
  const span = spanOf(dates)
  const place = span && (placeIn(window, span) ?? (outdated && !moving ? null : edgeOf(window, span)))
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <StatusIcon status={task.status} />
        <OpenLink opens={opensTask(task)} className={classes.open}>
          {task.title}
        </OpenLink>
        {blocked && <IconLock size={ICON} role="img" aria-label={`Blocked by ${task.open_blockers}`} />}
      </div>
      <div className={classes.track}>
        {place !== null &&
          (keys === null ? (
            <TimelineBar {...bar} place={place} />
          ) : (
            <MovableBar {...bar} {...keys} place={place} />
          ))}
      </div>
    </li>
  )
}

/** A bar that was moved out of the window stays at its edge until the list is loaded again. */
const edgeOf = (window: Days, { from }: Days): Place | null => {
  const day = from < window.from ? window.from : window.to
  return placeIn(window, { from: day, to: day })
}
