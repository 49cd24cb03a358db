import { UnstyledButton } from '@mantine/core'
import { MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import type { ComponentProps, CSSProperties } from 'react'
import { Loading } from '#client/components/states/loading.tsx'
import { PartBoundary } from '#client/components/states/part-boundary.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useWeekStart, useZone } from '#client/lib/session/session.ts'
import { WEEK_STARTS_AT } from '#shared/base/dates.ts'
import type { DueDto } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import type { Slot } from '../event/event-values.ts'
import { useMoveEvent } from '../event/use-move-event.ts'
import classes from '../schedule.module.css'
import { dueKey, keyOf, toItems } from './grid-items.ts'
import { gridRange, wallText } from './grid-range.ts'
import { RangeLimit } from './range-limit.tsx'

interface CalendarGridProps {
  view: 'week' | 'month'
  date: string
  onOpenEvent: (event: EventDto) => void
  onOpenDue: (due: DueDto) => void
  onOpenDay: (date: string) => void
  onNew: (slot: Slot) => void
}

/** The week or month grid; events can be dragged and resized. */
export function CalendarGrid({ view, date, onOpenEvent, onOpenDue, onOpenDay, onNew }: CalendarGridProps) {
  const zone = useZone()
  const weekStart = useWeekStart()
  const mayWrite = useCan('schedule.write')
  const move = useMoveEvent()
  const { from, to } = gridRange(view, date, weekStart)
  const range = trpc.schedule.range.useQuery({ from, to, timezone: zone })
  if (range.data === undefined) return <QueryState query={range} loading={<Loading />} />
  const { data } = range
  const find = (item: ScheduleEventData) => data.events.find((event) => keyOf(event) === item.id)
  const open = (item: ScheduleEventData) => {
    const event = find(item)
    const due = data.dues.find((candidate) => dueKey(candidate) === item.id)
    if (event !== undefined) onOpenEvent(event)
    else if (due !== undefined) onOpenDue(due)
  }
  const mayMove = (item: ScheduleEventData) => find(item)?.can_edit ?? false
  const drop = ({ event: item, newStart, newEnd }: MovedItem) => {
    const event = find(item)
    if (event === undefined) return
    // A time that wasn't moved may be shown later than it is.
    const start = newStart === item.start ? wallText(event.starts_at, zone) : newStart
    const end = newEnd === item.end ? wallText(event.ends_at, zone) : newEnd
    void move(event, start, end)
  }
  const shared = {
    date,
    events: toItems(data, zone, view === 'month'),
    withHeader: false,
    firstDayOfWeek: WEEK_STARTS_AT[weekStart],
    // Weekends look like any other day.
    weekendDays: [],
    renderEvent,
    onEventClick: open,
    withEventsDragAndDrop: true,
    canDragEvent: mayMove,
    onEventDrop: drop,
  }
  const key = `${view} ${from}`
  if (view === 'month') {
    return (
      <div key={key} className={classes.grid}>
        <RangeLimit range={data} />
        <PartBoundary>
          <MonthView {...shared} consistentWeeks={false} onDayClick={onOpenDay} />
        </PartBoundary>
      </div>
    )
  }
  return (
    <div key={key} className={classes.grid} ref={nameDaysByTheirText}>
      <RangeLimit range={data} />
      <PartBoundary>
        <WeekView
          {...shared}
          onDateChange={onOpenDay}
          // The library uses the browser's clock, which may be in another time zone.
          getCurrentTime={() => wallText(new Date().toISOString(), zone)}
          startScrollTime="08:00:00"
          scrollAreaProps={SCROLL_AREA}
          withEventResize
          canResizeEvent={mayMove}
          onEventResize={drop}
          withDragSlotSelect={mayWrite}
          onSlotDragEnd={(start, end) => onNew(slotOf(start, end))}
          onTimeSlotClick={({ slotStart, slotEnd }) => {
            if (mayWrite) onNew(slotOf(slotStart, slotEnd))
          }}
        />
      </PartBoundary>
    </div>
  )
}

const SCROLL_AREA = { mah: 'calc(100dvh - 210px)' }

const renderEvent = (item: ScheduleEventData, props: ComponentProps<'button'>) => (
  <UnstyledButton
    {...props}
    className={`${props.className ?? ''} ${classes.item}`}
    style={{ ...props.style, ...EVENT_COLORS }}
    data-tone={item.payload?.tone}
    aria-description={item.payload?.tone === 'pending' ? 'Pending' : undefined}
  />
)

/**
 * The library labels a day "Weekday 2026-11-16" although it shows "Mon 16", which breaks voice control.
 * Removing the label makes the visible text the name.
 */
function nameDaysByTheirText(grid: HTMLElement | null) {
  for (const day of grid?.querySelectorAll('[aria-label^="Weekday "]') ?? [])
    day.removeAttribute('aria-label')
}

interface MovedItem {
  event: ScheduleEventData
  newStart: string
  newEnd: string
}

/** One color for all: the border distinguishes confirmed (solid), pending (dashed) and due items (none). */
const EVENT_COLORS = {
  '--event-bg': 'var(--app-tone-neutral-bg)',
  '--event-hover': 'var(--app-tone-neutral-bg)',
  '--event-color': 'var(--app-tone-neutral)',
} as CSSProperties

const slotOf = (start: string, end: string): Slot => ({
  date: start.slice(0, 10),
  start: start.slice(11, 16),
  end: end.slice(11, 16),
})
