import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { Loading } from '#client/components/states/loading.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import type { WeekStart } from '#shared/base/dates.ts'
import { formatDateRange, formatMonth } from '#shared/base/format.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import { DayView } from './calendar/day-view.tsx'
import { placeOf } from './calendar/due-list.tsx'
import { gridRange, type ScheduleView, stepDate } from './calendar/grid-range.ts'
import { PhoneMonth } from './calendar/phone-month.tsx'
import { SidePanel } from './calendar/side-panel.tsx'
import { WeekAgenda } from './calendar/week-agenda.tsx'
import { eventValues, newEventValues, type Slot, zoneOfTimes } from './event/event-values.ts'
import { nextSlot } from './event/next-slot.ts'
import classes from './schedule.module.css'
import { formatDay } from './schedule-format.ts'
import { type EventKind, scheduleSearch } from './schedule-search.ts'

const EditDialog = lazyLayer(() => import('#client/components/forms/edit-dialog.tsx'), 'EditDialog')
const NoticeDialog = lazyLayer(() => import('#client/components/dialogs/notice-dialog.tsx'), 'NoticeDialog')
const EventDialog = lazyLayer(() => import('./event/event-dialog.tsx'), 'EventDialog')
const EventDrawer = lazyLayer(() => import('./event/event-drawer.tsx'), 'EventDrawer')

const CalendarGrid = lazyComponent(() => import('./calendar/calendar-grid.tsx'), 'CalendarGrid')

const VIEW_OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]
const NEW_TITLES: Record<EventKind, string> = {
  event: 'New Event',
  meeting: 'Schedule Meeting',
  block: 'Block Time',
}
const EDIT = 'Edit Event'
const CLOSED = { event: null, at: null, edit: false, new: null, start: null, end: null }

export function SchedulesPage() {
  const zone = useZone()
  const navigate = useNavigate()
  const phone = usePhone()
  const mayWrite = useCan('schedule.write')
  const [search, setSearch] = useSearchState(scheduleSearch)
  const date = search.date ?? today(zone)
  const { view } = search
  const open = (event: EventDto) => setSearch({ event: event.id, at: event.occurrence_start }, 'push')
  const openDay = (day: string) => setSearch({ view: 'day', date: day }, 'push')
  const create = (slot: Slot) => setSearch({ ...slot, new: 'event' }, 'push')
  return (
    <Page title="Schedules" wide={view !== 'day'}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Button variant="default" onClick={() => setSearch({ date: stepDate(view, date, -1) })}>
            Prev
          </Button>
          <Button variant="default" onClick={() => setSearch({ date: null })}>
            Today
          </Button>
          <Button variant="default" onClick={() => setSearch({ date: stepDate(view, date, 1) })}>
            Next
          </Button>
          <Title order={2} aria-live="polite">
            {headingOf(view, date, useWeekStart())}
          </Title>
        </Group>
        <SegmentedControl
          aria-label="View"
          data={VIEW_OPTIONS}
          value={view}
          onChange={(next) => setSearch({ view: scheduleSearch.params.view(next) })}
        />
      </Group>
      <div className={classes.layout} data-view={view}>
        <div className={classes.main}>
          {view === 'day' ? (
            <DayView date={date} onOpen={open} />
          ) : view === 'week' && phone ? (
            <WeekAgenda date={date} onOpen={open} onOpenDay={openDay} />
          ) : view === 'month' && phone ? (
            <PhoneMonth date={date} onOpen={open} onChoose={(day) => setSearch({ date: day })} />
          ) : (
            <Suspense fallback={<Loading />}>
              <CalendarGrid
                view={view}
                date={date}
                onOpenEvent={open}
                onOpenDue={(due) => void navigate(placeOf(due))}
                onOpenDay={openDay}
                onNew={create}
              />
            </Suspense>
          )}
        </div>
        <SidePanel onNew={(kind) => setSearch({ new: kind }, 'push')} />
      </div>
      {mayWrite && search.new !== null && (
        <EventDialog
          title={NEW_TITLES[search.new]}
          event={null}
          initialValues={newEventValues(
            search.new,
            search.start !== null && search.end !== null
              ? { date, start: search.start, end: search.end }
              : nextSlot(date, zone),
          )}
          onClose={() => setSearch(CLOSED)}
        />
      )}
      <EventDrawer
        id={search.edit ? null : search.event}
        at={search.at}
        onClose={() => setSearch(CLOSED)}
        onEdit={() => setSearch({ edit: true })}
      />
      {search.edit && search.event !== null && (
        <EditEvent id={search.event} at={search.at} onClose={() => setSearch(CLOSED)} />
      )}
    </Page>
  )
}

function EditEvent({ id, at, onClose }: { id: string; at: string | null; onClose: () => void }) {
  const zone = useZone()
  const query = trpc.schedule.get.useQuery({ id, occurrence_start: at }, { staleTime: 0 })
  return (
    <EditDialog title={EDIT} query={query} onClose={onClose}>
      {(event) =>
        event.can_edit ? (
          <EventDialog
            title={EDIT}
            event={event}
            initialValues={eventValues(event, zoneOfTimes(event, zone))}
            onClose={onClose}
          />
        ) : (
          <NoticeDialog title={EDIT} onClose={onClose}>
            You can’t edit this event.
          </NoticeDialog>
        )
      }
    </EditDialog>
  )
}

function headingOf(view: ScheduleView, date: string, weekStart: WeekStart): string {
  if (view === 'day') return formatDay(date)
  if (view === 'month') return formatMonth(date)
  const { from, to } = gridRange('week', date, weekStart)
  return formatDateRange(from, to)
}
