import { Text, Title, UnstyledButton } from '@mantine/core'
import dayjs from 'dayjs'
import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { today } from '#client/lib/dates.ts'
import { useWeekStart, useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { wallDate } from '#client/lib/wall-time.ts'
import type { EventDto } from '#shared/schedule.ts'
import { DueLinks } from './due-list.tsx'
import { EventList } from './event-list.tsx'
import { daysFromTo, gridRange } from './grid-range.ts'
import classes from './schedule.module.css'
import { formatDay } from './schedule-format.ts'

interface WeekAgendaProps {
  /** Any day of the week, YYYY-MM-DD. */
  date: string
  onOpen: (event: EventDto) => void
  onOpenDay: (date: string) => void
}

/** The week on a phone: its days one below the other, where a grid would be wider than the screen. */
export function WeekAgenda({ date, onOpen, onOpenDay }: WeekAgendaProps) {
  const zone = useZone()
  const week = gridRange('week', date, useWeekStart())
  const range = trpc.schedule.range.useQuery({ ...week, timezone: zone })
  if (range.data === undefined)
    return <Unanswered query={range} loading={<Skeletons layout="rows" height={88} />} />
  const { events, dues } = range.data
  const firstDay = (event: EventDto) => {
    const day = wallDate(event.starts_at, zone)
    return day < week.from ? week.from : day
  }
  const now = today(zone)
  return daysFromTo(week.from, week.to).map((day) => {
    const [onDay, dueOnDay] = [
      events.filter((event) => firstDay(event) === day),
      dues.filter((due) => due.date === day),
    ]
    return (
      <section key={day} aria-label={formatDay(day)} className={classes.agendaDay}>
        <UnstyledButton onClick={() => onOpenDay(day)} className={classes.agendaHead}>
          <Title order={3}>{dayjs(day).format('dddd, MMM D')}</Title>
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
}
