import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PaymentForm } from '#client/features/money/payments/slots/invoice-payment.tsx'
import { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a typed card stays while the payer enters another amount', async () => {
  const charged = vi.fn((input: { amount: number }) => ({ status: 'failed', failure: 'Declined.', ...input }))
  serveRpc({
    queries: {
      'payments.provider': () => ({ provider: 'mock', publishable_key: null, bank: null, test_mode: true }),
      'payments.cards': () => [],
    },
    mutations: { 'payments.payInvoice': charged, 'payments.confirm': (input: object) => input },
  })
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora', client_id: 'c' } } as Session)
  const queryClient = createQueryClient()
  const invoice = { id: 'i', number: 'INV-1', currency: 'GBP', issuer: 'agency', card_notice: null }
  const parts: PartsDto = { all: 50_000, instalment: null, other: { least: 5_000, most: 49_999 } }
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <PaymentForm invoice={invoice as InvoiceDocumentDto} parts={parts} onPaid={() => {}} />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/?pay=true'] })
  render(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />)
  const user = userEvent.setup()
  const type = async (label: string, text: string) => user.type(await screen.findByLabelText(label), text)
  await type('Card number', '4242424242424242')
  await type('Expiry', '12/40')
  await type('CVC', '123')
  await user.click(screen.getByLabelText('Pay another amount'))
  const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pay/ })
  expect(pay().disabled).toBe(true)
  await type('Part to pay', '10')
  await type('CVC', '{Enter}')
  expect(pay().disabled).toBe(true)
  expect(charged).not.toHaveBeenCalled()
  await type('Part to pay', '0')
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242')
  await user.click(pay())
  await waitFor(() => expect(charged).toHaveBeenCalledOnce())
  expect(charged.mock.calls[0]?.[0]).toMatchObject({ amount: 10_000 })
})
