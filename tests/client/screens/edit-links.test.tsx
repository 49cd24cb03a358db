import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PackagesPage } from '#client/features/money/plans/packages-page.tsx'
import { WorkLogPage } from '#client/features/time/work-log/work-log-page.tsx'
import { ProcessesPage } from '#client/features/work/processes/processes-page.tsx'
import { SchedulesPage } from '#client/features/work/schedule/schedules-page.tsx'
import { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { theme } from '#client/theme/theme.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const ID = 'b2a8f3d4-5c61-4e0a-9d27-83f1c6e4a905'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each<[string, ComponentType, string]>([
  ['Edit Process', ProcessesPage, `/?edit=${ID}`],
  ['Start Process', ProcessesPage, `/?start=${ID}`],
  ['Edit Entry', WorkLogPage, `/?entry=${ID}`],
  ['Edit Event', SchedulesPage, `/?view=day&event=${ID}&edit=true`],
  ['Edit Package', PackagesPage, `/?edit=${ID}`],
])('a link to a record that can’t be loaded says so: %s', async (title, Page, address) => {
  serveRpc({})
  const user = { user_id: 'nora', role: 'agency_owner', timezone: 'UTC', permissions: [] }
  currentSession.write({ status: 'signed-in', user } as unknown as Session)
  const queryClient = createQueryClient()
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test" theme={theme}>
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Page />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  render(<RouterProvider router={router as never} />)
  const dialog = await screen.findByRole('dialog', { name: title })
  await expect.poll(() => dialog.textContent).toContain('Try again')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await expect.poll(() => router.state.location.searchStr).not.toContain(ID)
})
