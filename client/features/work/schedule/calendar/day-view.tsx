import { Skeletons } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import { dayRange } from '#shared/work/screens/schedule.ts'
import { EventList } from '../event/event-list.tsx'
import { DueList } from './due-list.tsx'
import { RangeLimit } from './range-limit.tsx'

interface DayViewProps {
  date: string
  onOpen: (event: EventDto) => void
}

/** The day's events and due items as a list. */
export function DayView({ date, onOpen }: DayViewProps) {
  const range = trpc.schedule.range.useQuery(dayRange(date, useZone()))
  if (range.data === undefined)
    return <QueryState query={range} loading={<Skeletons layout="rows" height={88} />} />
  const { events, dues } = range.data
  return (
    <>
      <RangeLimit range={range.data} />
      {events.length === 0 ? (
        <EmptyState drawing="calendar" title="No events on this day" message="Nothing scheduled." />
      ) : (
        <EventList date={date} events={events} onOpen={onOpen} />
      )}
      <DueList dues={dues} />
    </>
  )
}
