import { Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { EventDto } from '#shared/schedule.ts'
import { DueList } from './due-list.tsx'
import { EventList } from './event-list.tsx'

interface DayViewProps {
  date: string
  onOpen: (event: EventDto) => void
}

/** The day as a list of events and due items. */
export function DayView({ date, onOpen }: DayViewProps) {
  const range = trpc.schedule.range.useQuery({ from: date, to: date, timezone: useZone() })
  if (range.data === undefined)
    return <Unanswered query={range} loading={<Skeletons layout="rows" height={88} />} />
  const { events, dues } = range.data
  return (
    <>
      {events.length === 0 ? (
        <EmptyState drawing="calendar" title="No events on this day" message="Nothing scheduled." />
      ) : (
        <EventList date={date} events={events} onOpen={onOpen} />
      )}
      <DueList dues={dues} />
    </>
  )
}
