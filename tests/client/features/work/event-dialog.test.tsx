import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { observable } from '@trpc/server/observable'
import { afterEach, expect, test } from 'vitest'
import { EventDialog } from '#client/features/work/schedule/event/event-dialog.tsx'
import { eventValues } from '#client/features/work/schedule/event/event-values.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

const before = currentSession.read()
afterEach(() => {
  cleanup()
  currentSession.write(before)
})

function open(starts_at: string, ends_at: string) {
  const user = { user_id: 'u', role: 'employee', timezone: 'UTC' } as SessionUserDto
  currentSession.write({ status: 'signed-in', user } satisfies Session)
  const times = {
    starts_at: `${starts_at}:00.000Z`,
    ends_at: `${ends_at}:00.000Z`,
    occurrence_start: starts_at,
  }
  const details = { id: 'e', version: 1, title: 'Party', type: 'other', status: 'confirmed', attendees: [] }
  const event = { ...details, ...times, recurrence: null, reminder_minutes: null } as unknown as EventDto
  const saved: unknown[] = []
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            if (op.path === 'schedule.update') saved.push(op.input)
            observer.next({ result: { type: 'data', data: [] } })
            observer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={new QueryClient()}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider env="test">
          <EventDialog
            title="Edit Event"
            event={event}
            initialValues={eventValues(event, 'UTC')}
            onClose={() => {}}
          />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return saved
}

function enter(label: string, ...texts: string[]) {
  const field = screen.getByRole('textbox', { name: label })
  for (const value of texts) fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

test.each([
  ['an earlier date', ['Date', '5 mar 2026'], '2026-03-05T22:00', '2026-03-06T02:00'],
  ['a later date', ['Date', '20 mar 2026'], '2026-03-20T22:00', '2026-03-21T02:00'],
  ['another start', ['Start', '2', '21', '21:', '21:4', '21:45'], '2026-03-10T21:45', '2026-03-11T01:45'],
  ['a start in the morning', ['Start', '', '8'], '2026-03-10T08:00', '2026-03-10T12:00'],
])('an event over midnight keeps its length on %s', async (_, [label = '', ...texts], start, end) => {
  const saved = open('2026-03-10T22:00', '2026-03-11T02:00')
  enter(label, ...texts)
  fireEvent.click(screen.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved).toMatchObject([{ starts_at: `${start}:00.000Z`, ends_at: `${end}:00.000Z` }])
})

test('an event of more days keeps them on another date', async () => {
  const saved = open('2026-03-10T09:00', '2026-03-12T17:00')
  enter('Date', '20 mar 2026')
  fireEvent.click(screen.getByRole('button', { name: 'Save event' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved).toMatchObject([
    { starts_at: '2026-03-20T09:00:00.000Z', ends_at: '2026-03-22T17:00:00.000Z' },
  ])
})
