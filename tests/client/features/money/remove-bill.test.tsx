import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnPayouts } from '#client/features/money/payouts/own-payouts.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const removed = vi.fn()
const before = currentSession.read()

beforeEach(() => void vi.spyOn(toasts, 'toast').mockReturnValue())
afterEach(() => {
  cleanup()
  removed.mockClear()
  vi.unstubAllGlobals()
  currentSession.write(before)
})

const bill: Partial<PayoutDto['bill']> = { id: 'b', number: 'R-7', self_bill_id: null, file_name: null }
const payout = {
  ...{ id: 'p', description: 'March', amount: 50_00, currency: 'USD', status: 'pending' },
  ...{ bill, bill_status: 'received', created_at: '2026-03-31T12:00:00.000Z', paid_at: null },
}

test('a bill is removed only after a confirmation, and a message confirms its removal', async () => {
  const user = { user_id: 'emil', role: 'employee', timezone: 'UTC', books_timezone: 'UTC' }
  currentSession.write({ status: 'signed-in', user } as Session)
  serveRpc({
    queries: { 'payouts.list': () => ({ items: [payout], nextCursor: null }) },
    mutations: {
      'payouts.removeBill': (input) => {
        removed(input)
        return {}
      },
    },
  })
  const queryClient = new QueryClient()
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <OwnPayouts />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for the payout “March”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove bill' }))
  await screen.findByRole('alertdialog', { name: 'Remove bill' })
  expect(removed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Remove bill' }))
  await waitFor(() => expect(removed).toHaveBeenCalledExactlyOnceWith({ id: 'b' }))
  const said = expect.objectContaining({ title: 'Bill removed' })
  await waitFor(() => expect(toasts.toast).toHaveBeenCalledExactlyOnceWith(said))
})
