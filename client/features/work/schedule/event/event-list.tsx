import { Text } from '@mantine/core'
import { IconCalendarRepeat, IconMapPin, IconUsers } from '@tabler/icons-react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { useZone } from '#client/lib/session/session.ts'
import { formatMinutes } from '#shared/base/format.ts'
import { EVENT_TYPE_LABELS } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import classes from '../schedule.module.css'
import { describeSeries, formatDay, formatSpan } from '../schedule-format.ts'

interface EventListProps {
  /** YYYY-MM-DD */
  date: string
  events: readonly EventDto[]
  onOpen: (event: EventDto) => void
}

/** The events of a day, stacked. */
export const EventList = ({ date, events, onOpen }: EventListProps) => (
  <ul className={classes.list} aria-label={`Events on ${formatDay(date)}`}>
    {events.map((event) => (
      <li key={`${event.id}-${event.occurrence_start}`}>
        <EventRow date={date} event={event} onOpen={() => onOpen(event)} />
      </li>
    ))}
  </ul>
)

interface EventRowProps {
  date: string
  event: EventDto
  onOpen: () => void
}

function EventRow({ date, event, onOpen }: EventRowProps) {
  const zone = useZone()
  const series = describeSeries(event, zone)
  const attendees = event.attendees.map(({ name }) => name).join(', ')
  return (
    <article className={classes.event} data-status={event.status}>
      <div className={classes.time}>
        <Text fw={600}>{formatSpan(event, { day: date, zone })}</Text>
        <Text size="sm" c="dimmed">
          {formatMinutes(event.duration_minutes)}
        </Text>
      </div>
      <div className={classes.about}>
        <div className={classes.headline}>
          <button type="button" className={classes.open} onClick={onOpen}>
            {event.title}
          </button>
          {series !== null && (
            <IconCalendarRepeat size={16} role="img" aria-label={series} className={classes.icon} />
          )}
        </div>
        <div className={classes.facts}>
          <span>{EVENT_TYPE_LABELS[event.type]}</span>
          {event.location !== null && (
            <span className={classes.fact}>
              <IconMapPin size={14} aria-hidden className={classes.icon} />
              {event.location}
            </span>
          )}
          {attendees !== '' && (
            <span className={classes.fact}>
              <IconUsers size={14} aria-hidden className={classes.icon} />
              {attendees}
            </span>
          )}
          {event.agency_name !== null && <span>{event.agency_name}</span>}
        </div>
      </div>
      <StatusBadge status={event.status} label={event.status} />
    </article>
  )
}
