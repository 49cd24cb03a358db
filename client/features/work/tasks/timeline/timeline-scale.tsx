import type { WeekStart } from '#shared/base/dates.ts'
import type { Zoom } from '../task/task-search.ts'
import { type Days, monthTicks, placeIn, ticksOf, weekendsIn } from './scale.ts'
import classes from './timeline.module.css'

interface ScaleProps {
  window: Days
  zoom: Zoom
  weekStart: WeekStart
  today: string
}

const styleOf = (window: Days, days: Days) => {
  const place = placeIn(window, days)
  return { left: `${place?.left ?? 0}%`, width: `${place?.width ?? 0}%` }
}

/** Months, and below them weeks or days. The bars' names contain their dates, so screen readers skip the scale. */
export const TimelineScale = ({ window, zoom, weekStart, today }: ScaleProps) => (
  <div className={classes.head} aria-hidden="true">
    <div className={classes.corner} />
    <div className={classes.scale}>
      {monthTicks(zoom, window).map((month) => (
        <div key={month.from} className={classes.month} style={styleOf(window, month)}>
          <span>{month.label}</span>
        </div>
      ))}
      {ticksOf(zoom, window, weekStart).map((tick) => (
        <div
          key={tick.from}
          className={classes.tick}
          data-today={(tick.from <= today && today <= tick.to) || undefined}
          style={styleOf(window, tick)}
        >
          {tick.label}
        </div>
      ))}
    </div>
  </div>
)

/** Behind the bars: weekends, the first days of weeks or months, and today. */
export function TimelineBackdrop({ window, zoom, weekStart, today }: ScaleProps) {
  const now = placeIn(window, { from: today, to: today })
  const lines = zoom === 'quarter' ? monthTicks(zoom, window) : ticksOf(zoom, window, weekStart)
  return (
    <div className={classes.backdrop} aria-hidden="true">
      {weekendsIn(window).map((weekend) => (
        <div key={weekend.from} className={classes.weekend} style={styleOf(window, weekend)} />
      ))}
      {lines.map((tick) => (
        <div key={tick.from} className={classes.line} style={{ left: styleOf(window, tick).left }} />
      ))}
      {now !== null && (
        <div className={classes.today} data-today style={{ left: `${now.left + now.width / 2}%` }} />
      )}
    </div>
  )
}
