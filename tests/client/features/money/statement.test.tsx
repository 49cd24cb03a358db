import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { StatementDialog } from '#client/features/money/invoices/statement-dialog.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a statement’s currency can be switched back if another one can’t be loaded', async () => {
  const user = { user_id: 'nora', client_id: 'acme', timezone: 'UTC', books_timezone: 'UTC' }
  currentSession.write({ status: 'signed-in', user } as Session)
  serveRpc({
    queries: {
      'invoices.statement': ({ currency = 'USD' }: { currency?: string }) => {
        if (currency !== 'USD') throw new Error('Something went wrong.')
        const period = { from: '2026-01-01', to: '2026-03-31', lines: [] }
        const credit = { opening_credit: 0, closing_credit: 0 }
        const balance = { opening_balance: 0, closing_balance: 0, ...credit }
        return { client_name: 'Acme', currency, currencies: ['EUR', 'USD'], ...period, ...balance }
      },
    },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <StatementDialog onClose={() => {}} />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  render(
    <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />,
  )
  const currency = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Currency' })
  await userEvent.click(currency)
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  await screen.findByRole('button', { name: 'Try again' })
  expect(currency.isConnected && currency.value).toBe('EUR')
  await userEvent.click(currency)
  await userEvent.click(await screen.findByRole('option', { name: 'USD' }))
  await screen.findByRole('link', { name: 'Download PDF' })
})
