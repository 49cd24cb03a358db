import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { WeekView } from '#client/features/time/work-log/weeks/week-view.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { formatDate } from '#shared/base/format.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the buttons for other weeks stay while a week loads, and if it can’t be loaded', async () => {
  serveRpc({ queries: {} })
  const user = {
    user_id: 'nora',
    role: 'contributor',
    timezone: 'UTC',
    week_start: 'sunday',
    viewing_as: true,
  }
  currentSession.write({ status: 'signed-in', user } as unknown as Session)
  function Page() {
    const [date, setDate] = useState<string | null>('2026-11-25')
    return <WeekView date={date} onDate={setDate} />
  }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Page />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  render(
    <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />,
  )
  const week = (from: string, to: string) => `${formatDate(from)} – ${formatDate(to)}`
  const next = await screen.findByRole('button', { name: 'Next week' })
  next.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: week('2026-11-29', '2026-12-05') })
  await screen.findByRole('button', { name: 'Try again' })
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: week('2026-12-06', '2026-12-12') })
  expect(document.activeElement).toBe(next)
})
