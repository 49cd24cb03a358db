import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCalendarPlus, IconClockPause, IconUsersPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ReadOnly } from '#client/components/states/read-only.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { CalendarFeed } from '../calendar-feed.tsx'
import classes from '../schedule.module.css'
import type { EventKind } from '../schedule-search.ts'

/** Upcoming counters, quick actions and the calendar link. */
export function SidePanel({ onNew }: { onNew: (kind: EventKind) => void }) {
  const mayWrite = useCan('schedule.write')
  return (
    <aside className={classes.side} aria-label="Upcoming and quick actions">
      <Upcoming />
      {mayWrite && (
        <section className={classes.panel} aria-labelledby="quick-actions">
          <Title order={2} id="quick-actions" mb="xs">
            Quick Actions
          </Title>
          <Stack gap="xs">
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
              onClick={() => onNew('event')}
            >
              New Event
            </Button>
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconUsersPlus size={16} aria-hidden />}
              onClick={() => onNew('meeting')}
            >
              Schedule Meeting
            </Button>
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconClockPause size={16} aria-hidden />}
              onClick={() => onNew('block')}
            >
              Block Time
            </Button>
          </Stack>
        </section>
      )}
      <ReadOnly>
        <CalendarFeed />
      </ReadOnly>
    </aside>
  )
}

function Upcoming() {
  const { data } = trpc.schedule.counters.useQuery({ timezone: useZone() })
  const rows = [
    { label: 'Today', value: data?.today, search: data && { date: data.date } },
    { label: 'Tomorrow', value: data?.tomorrow, search: data && { date: shiftDate(data.date, 1) } },
    {
      label: 'Next 7 days',
      value: data?.next_7_days,
      search: data && ({ date: data.date, view: 'week' } as const),
    },
  ]
  return (
    <section className={classes.panel} aria-labelledby="upcoming">
      <Title order={2} id="upcoming" mb="xs">
        Upcoming
      </Title>
      {rows.map(({ label, value, search }) => (
        <Link key={label} to="/schedules" search={search} className={classes.counter}>
          <Text span>{label}</Text>
          <Text span fw={600}>
            {value ?? '–'}
          </Text>
        </Link>
      ))}
    </section>
  )
}
