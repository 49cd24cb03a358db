import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Export } from '#client/features/money/ledger/export/export.tsx'
import { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import type { UsedRate } from '#shared/money/ledger/books.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('files that would be refused name the tax rates to enter, instead of a download', async () => {
  const user = { user_id: 'nora', timezone: 'UTC', books_timezone: 'UTC', permissions: ['finance.read'] }
  currentSession.write({ status: 'signed-in', user } as unknown as Session)
  const rates: UsedRate[] = [
    { kind: 'standard', tax_bps: 1900 },
    { kind: 'reduced', tax_bps: 700 },
  ]
  const numbers = { consultant_number: 1001, client_number: 1, version: 0 }
  const open = { unmapped_rates: rates.slice(1), ambiguous_rates: { xero: rates, quickbooks: [] } }
  serveRpc({ queries: { 'finance.accounts': () => ({ ...defaultAccounts('skr03'), ...numbers, ...open }) } })
  const queryClient = createQueryClient()
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Export />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  render(
    <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />,
  )
  await screen.findByText(
    'Enter a tax code for Standard rate 19%, Reduced rate 7% under Account numbers first.',
  )
  screen.getByText('Enter a revenue account for Reduced rate 7% under Account numbers first.')
  const linkTo = (title: string) => screen.queryByRole('link', { name: `Download ${title}` })
  expect([linkTo('Xero'), linkTo('DATEV')]).toEqual([null, null])
  for (const title of ['QuickBooks Online', 'Xero fees']) expect(linkTo(title), title).not.toBeNull()
})
