import { Text, Title, UnstyledButton } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import {
  formatCardDate,
  formatCount,
  formatMonth,
  formatShortWeekday,
  formatWeekday,
} from '#shared/base/format.ts'
import type { DueDto } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import { EventList } from '../event/event-list.tsx'
import { formatDay } from '../schedule-format.ts'
import { DueLinks } from './due-list.tsx'
import { DAYS_OF_WEEK, daysFromTo, daysOf, gridRange } from './grid-range.ts'
import classes from './phone-month.module.css'
import { RangeLimit } from './range-limit.tsx'

const MAX_DOTS = 3

interface PhoneMonthProps {
  /** The selected day, YYYY-MM-DD. */
  date: string
  onOpen: (event: EventDto) => void
  onChoose: (date: string) => void
}

/** The month on a phone: dots mark days with events, and the selected day's events are listed below. */
export function PhoneMonth({ date, onOpen, onChoose }: PhoneMonthProps) {
  const zone = useZone()
  const month = gridRange('month', date, useWeekStart())
  const range = trpc.schedule.range.useQuery({ ...month, timezone: zone })
  if (range.data === undefined)
    return <QueryState query={range} loading={<Skeletons layout="rows" height={56} />} />
  const days = daysFromTo(month.from, month.to)
  const onDay = new Map(days.map((day): [string, OnDay] => [day, { events: [], dues: [] }]))
  for (const event of range.data.events) {
    for (const day of daysOf(event, zone)) onDay.get(day)?.events.push(event)
  }
  for (const due of range.data.dues) onDay.get(due.date)?.dues.push(due)
  const chosen = onDay.get(date) ?? { events: [], dues: [] }
  const now = today(zone)
  return (
    <>
      <RangeLimit range={range.data} />
      <div>
        <div className={classes.week} aria-hidden>
          {days.slice(0, DAYS_OF_WEEK).map((day) => (
            <span key={day}>{formatShortWeekday(day)}</span>
          ))}
        </div>
        <ol className={classes.days} aria-label={formatMonth(date)}>
          {days.map((day) => (
            <li key={day}>
              <UnstyledButton
                className={classes.day}
                aria-label={nameOf(day, onDay.get(day))}
                aria-pressed={day === date}
                aria-current={day === now ? 'date' : undefined}
                data-outside={day.slice(0, 7) !== date.slice(0, 7) || undefined}
                onClick={() => onChoose(day)}
              >
                <span className={classes.number}>{Number(day.slice(8))}</span>
                <Dots {...onDay.get(day)} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </div>
      <section className={classes.chosen} aria-label={formatDay(date)}>
        <Title order={3}>{`${formatWeekday(date)}, ${formatCardDate(date)}`}</Title>
        {chosen.events.length === 0 && chosen.dues.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing scheduled.
          </Text>
        )}
        {chosen.events.length > 0 && <EventList date={date} events={chosen.events} onOpen={onOpen} />}
        {chosen.dues.length > 0 && <DueLinks dues={chosen.dues} aria-label={`Due on ${formatDay(date)}`} />}
      </section>
    </>
  )
}

interface OnDay {
  events: EventDto[]
  dues: DueDto[]
}

function nameOf(day: string, { events, dues }: OnDay = { events: [], dues: [] }): string {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [formatCount(count, one, many)]
  return [
    formatDay(day),
    ...counted(events.length, 'event', 'events'),
    ...counted(dues.length, 'due', 'due'),
  ].join(', ')
}

function Dots({ events = [], dues = [] }: Partial<OnDay>) {
  const tones = [...events.map(({ status }) => status), ...dues.map(() => 'due')]
  return (
    <span className={classes.dots} aria-hidden>
      {tones.slice(0, MAX_DOTS).map((tone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity
        <i key={index} data-tone={tone} />
      ))}
    </span>
  )
}
