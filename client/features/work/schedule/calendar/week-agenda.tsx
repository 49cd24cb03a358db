import { Text, Title, UnstyledButton } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { formatCardDate, formatWeekday } from '#shared/base/format.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import { EventList } from '../event/event-list.tsx'
import classes from '../schedule.module.css'
import { formatDay } from '../schedule-format.ts'
import { DueLinks } from './due-list.tsx'
import { daysFromTo, daysOf, gridRange } from './grid-range.ts'
import { RangeLimit } from './range-limit.tsx'

interface WeekAgendaProps {
  /** Any day of the week, YYYY-MM-DD. */
  date: string
  onOpen: (event: EventDto) => void
  onOpenDay: (date: string) => void
}

/** The week on a phone: its days stacked, because a grid would be wider than the screen. */
export function WeekAgenda({ date, onOpen, onOpenDay }: WeekAgendaProps) {
  const zone = useZone()
  const week = gridRange('week', date, useWeekStart())
  const range = trpc.schedule.range.useQuery({ ...week, timezone: zone })
  if (range.data === undefined)
    return <QueryState query={range} loading={<Skeletons layout="rows" height={88} />} />
  const { events, dues } = range.data
  const now = today(zone)
  const sections = daysFromTo(week.from, week.to).map((day) => {
    const [onDay, dueOnDay] = [
      events.filter((event) => daysOf(event, zone).includes(day)),
      dues.filter((due) => due.date === day),
    ]
    return (
      <section key={day} aria-label={formatDay(day)} className={classes.agendaDay}>
        <UnstyledButton onClick={() => onOpenDay(day)} className={classes.agendaHead}>
          <Title order={3}>{`${formatWeekday(day)}, ${formatCardDate(day)}`}</Title>
          {day === now && (
            <Text span size="sm" c="dimmed">
              Today
            </Text>
          )}
        </UnstyledButton>
        {onDay.length === 0 && dueOnDay.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing scheduled.
          </Text>
        )}
        {onDay.length > 0 && <EventList date={day} events={onDay} onOpen={onOpen} />}
        {dueOnDay.length > 0 && <DueLinks dues={dueOnDay} aria-label={`Due on ${formatDay(day)}`} />}
      </section>
    )
  })
  return (
    <>
      <RangeLimit range={range.data} />
      {sections}
    </>
  )
}
