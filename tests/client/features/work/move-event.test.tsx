import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { getQueryKey } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useMoveEvent } from '#client/features/work/schedule/event/use-move-event.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import type { EventDto, ScheduleRange } from '#shared/work/schemas/schedule.ts'

const before = currentSession.read()
afterEach(() => currentSession.write(before))

test('resizing an event in the hour that is repeated when clocks go back keeps its start, and the calendar has its new version at once', async () => {
  const user = { user_id: 'u', role: 'agency_admin', timezone: 'Europe/Berlin' } as SessionUserDto
  currentSession.write({ status: 'signed-in', user } satisfies Session)
  const moves: unknown[] = []
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            moves.push(op.input)
            observer.next({
              result: { type: 'data', data: { id: 'e', occurrence_start: '', undo: 'sealed' } },
            })
            observer.complete()
          }),
    ],
  })
  const queryClient = new QueryClient()
  const range = { from: '2026-10-19', to: '2026-10-26', timezone: 'Europe/Berlin' }
  const key = getQueryKey(trpc.schedule.range, range, 'query')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const { result } = renderHook(() => useMoveEvent(), { wrapper })
  const starts_at = '2026-10-25T01:30:00.000Z'
  const event = { id: 'e', occurrence_start: starts_at, version: 1, title: 'Night shift', recurrence: null }
  const times = { starts_at, ends_at: '2026-10-25T02:30:00.000Z' }
  queryClient.setQueryData(key, {
    events: [
      { ...event, ...times },
      { id: 'other', version: 7 },
    ],
    dues: [],
  })
  await act(() =>
    result.current({ ...event, ...times } as EventDto, '2026-10-25 02:30:00', '2026-10-25 04:00:00'),
  )
  const moved = { starts_at, ends_at: '2026-10-25T03:00:00.000Z' }
  expect(moves).toMatchObject([moved])
  expect(queryClient.getQueryData<ScheduleRange>(key)?.events).toMatchObject([
    { id: 'e', version: 2, ...moved },
    { id: 'other', version: 7 },
  ])
})
