import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { observable } from '@trpc/server/observable'
import { afterEach, expect, test, vi } from 'vitest'
import { CalendarGrid } from '#client/features/work/schedule/calendar/calendar-grid.tsx'
import { WeekAgenda } from '#client/features/work/schedule/calendar/week-agenda.tsx'
import { EventDrawer } from '#client/features/work/schedule/event/event-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

const before = currentSession.read()
afterEach(() => {
  cleanup()
  currentSession.write(before)
})

const FAIR = {
  id: 'fair',
  occurrence_start: '2026-03-02T09:00:00.000Z',
  starts_at: '2026-03-02T09:00:00.000Z',
  ends_at: '2026-03-04T17:00:00.000Z',
  duration_minutes: 3360,
  timezone: 'UTC',
  title: 'Trade fair',
  description: null,
  type: 'other',
  location: null,
  status: 'confirmed',
  agency_name: null,
  organizer: { id: 'u', name: 'Nora' },
  attendees: [],
  my_reply: null,
  recurrence: null,
}
const PARTY = {
  ...FAIR,
  id: 'party',
  title: 'Party',
  starts_at: '2026-03-06T20:00:00.000Z',
  ends_at: '2026-03-07T00:00:00.000Z',
}

function show(screenPart: React.ReactElement, { timezone = 'UTC', events = [FAIR, PARTY] } = {}) {
  const user = { user_id: 'u', role: 'agency_admin', timezone } as SessionUserDto
  currentSession.write({ status: 'signed-in', user } satisfies Session)
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const data = op.path === 'schedule.get' ? FAIR : { events, dues: [] }
            observer.next({ result: { type: 'data', data } })
            observer.complete()
          }),
    ],
  })
  const queryClient = new QueryClient()
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">{screenPart}</MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
}

test('on a phone, an event is on each of its days, with its first and last day', async () => {
  show(<WeekAgenda date="2026-03-04" onOpen={() => {}} onOpenDay={() => {}} />)
  const onDay = async (name: RegExp) => (await screen.findByRole('region', { name })).textContent
  expect(await onDay(/^Monday/)).toContain('09:00 – Mar 4 17:00')
  expect(await onDay(/^Tuesday/)).toContain('Mar 2 09:00 – Mar 4 17:00')
  expect(await onDay(/^Wednesday/)).toContain('Mar 2 09:00 – 17:00')
  expect(await onDay(/^Thursday/)).toContain('Nothing scheduled')
  expect(await onDay(/^Friday/), 'midnight is its end').toContain('20:00 – 00:00')
  expect(await onDay(/^Saturday/)).toContain('Nothing scheduled')
})

test('the details of an event name its last day', async () => {
  show(<EventDrawer id="fair" at={null} onClose={() => {}} onEdit={() => {}} />)
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText(/09:00 – Mar 4 17:00/)).toBeDefined()
})

test.each([
  ['that clocks go back', 'Europe/Berlin', 'UTC', '2026-10-25T00:30:00.000Z'],
  ['that the browser’s clock skips', 'UTC', 'Europe/Berlin', '2026-03-29T02:30:00.000Z'],
])(
  'the calendar opens with an event of half an hour in the hour %s',
  async (_, timezone, browser, starts_at) => {
    vi.stubEnv('TZ', browser)
    const ends_at = new Date(Date.parse(starts_at) + 30 * 60_000).toISOString()
    const events = [
      { ...FAIR, id: 'night', title: 'Maintenance', starts_at, ends_at },
      {
        ...FAIR,
        id: 'noon',
        title: 'Lunch',
        starts_at: `${starts_at.slice(0, 10)}T12:00:00.000Z`,
        ends_at: `${starts_at.slice(0, 10)}T13:00:00.000Z`,
      },
    ]
    for (const view of ['week', 'month'] as const) {
      const nothing = () => {}
      show(
        <CalendarGrid
          view={view}
          date={starts_at.slice(0, 10)}
          onOpenEvent={nothing}
          onOpenDue={nothing}
          onOpenDay={nothing}
          onNew={nothing}
        />,
        { timezone, events },
      )
      expect(await screen.findByRole('button', { name: /Maintenance/ })).toBeDefined()
      expect(screen.getByRole('button', { name: /Lunch/ })).toBeDefined()
      cleanup()
    }
  },
)
