import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCError } from '@trpc/server'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdjustCreditDialog } from '#client/features/money/invoices/credit/adjust-credit-dialog.tsx'
import { CreditDialog } from '#client/features/money/invoices/credit/credit-dialog.tsx'
import { RefundDialog } from '#client/features/money/payments/history/refund-dialog.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { CreditableDto } from '#shared/money/invoices/credit.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { PaymentMethod } from '#shared/money/invoices/payment-methods.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

// Its host would outlive this file.
beforeEach(() => void vi.spyOn(toasts, 'toast').mockReturnValue())
afterEach(cleanup)

const adjusted = vi.fn()
const refunded = vi.fn()

function open(dialog: ReactElement, creditable?: CreditableDto) {
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } } as Session)
  serveRpc({
    queries: { 'invoices.creditable': () => creditable },
    mutations: {
      'invoices.adjustCredit': (input) => {
        adjusted(input)
        return { balances: [] }
      },
      'payments.refund': (input: { by_hand?: boolean }) => {
        if (!input.by_hand) throw new TRPCError({ code: 'CONFLICT', cause: new Error('provider_gone') })
        refunded(input)
        return {}
      },
    },
  })
  const queryClient = new QueryClient()
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
}

const CARD = 'Refund payment'
const RECORD = 'Record a refund'

test.each([
  ['card', CARD, 'Refund $50.00 USD', /^The money is returned to Acme/],
  ['bank', RECORD, 'Record refund of $50.00 USD', /^Pay \$50\.00 USD to Acme yourself\. This only records/],
  ['cash', RECORD, 'Record refund of $50.00 USD', /^Pay \$50\.00 USD to Acme yourself\. This only records/],
])('the refund of a payment by %s says who returns the money', (method, title, submit, words) => {
  const payment: Partial<PaymentDto> = {
    ...{ id: crypto.randomUUID(), invoiceId: crypto.randomUUID(), payer_name: 'Acme' },
    ...{ amount: 50_00, refunded: 0, currency: 'USD', method: method as PaymentMethod },
  }
  open(<RefundDialog payment={payment as PaymentDto} onClose={() => {}} />)
  expect(screen.getByRole('dialog', { name: title })).toBeDefined()
  expect(screen.getByRole('button', { name: submit })).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
})

test.each([
  ['card', 'Refund', true, /^\$50\.00 USD is refunded to the original payment method\.$/],
  ['bank', RECORD, false, /^Pay \$50\.00 USD to Acme yourself\. This only records the refund\.$/],
])('crediting what was paid by %s says who returns the money', async (method, label, chosen, words) => {
  const payment = { payment_id: crypto.randomUUID(), left: 50_00, method: method as PaymentMethod }
  const creditable: CreditableDto = {
    ...{ currency: 'USD', prices_include_tax: false, left: 50_00, due: 0, lines: [], refundable: payment },
  }
  const invoice: Partial<InvoiceDocumentDto> = {
    ...{ id: crypto.randomUUID(), number: 'INV-1', clientName: 'Acme', amount_written_off: 0, late_fees: [] },
  }
  open(<CreditDialog invoice={invoice as InvoiceDocumentDto} onClose={() => {}} />, creditable)
  await userEvent.click(await screen.findByText('By amount'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(chosen)
  expect(screen.getByText(words)).toBeDefined()
})

test('a credit note can record a refund by an account that is no longer connected', async () => {
  vi.spyOn(toasts, 'showError').mockReturnValue()
  const payment = { payment_id: crypto.randomUUID(), left: 50_00, method: 'card' as const }
  const creditable: CreditableDto = {
    ...{ currency: 'USD', prices_include_tax: false, left: 50_00, due: 0, lines: [], refundable: payment },
  }
  const invoice: Partial<InvoiceDocumentDto> = {
    ...{ id: crypto.randomUUID(), number: 'INV-1', clientName: 'Acme', amount_written_off: 0, late_fees: [] },
  }
  const onClose = vi.fn()
  open(<CreditDialog invoice={invoice as InvoiceDocumentDto} onClose={onClose} />, creditable)
  await userEvent.click(await screen.findByText('By amount'))
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Canceled')
  expect(screen.queryByLabelText(/^The money has been returned/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Issue credit note' }))
  await userEvent.click(await screen.findByLabelText(/^The money has been returned/))
  expect(screen.getByText('This only records the refund.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Issue credit note' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const expected = { id: payment.payment_id, amount: 50_00, credit: true, by_hand: true }
  expect(refunded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected))
})

test('credit that was added by mistake is removed with a negative amount', async () => {
  const client = crypto.randomUUID()
  const onClose = vi.fn()
  open(<AdjustCreditDialog clientId={client} clientName="Acme" currency="USD" onClose={onClose} />)
  await userEvent.type(screen.getByRole('textbox', { name: /^Amount/ }), '-50')
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Added twice')
  await userEvent.click(screen.getByRole('button', { name: 'Adjust credit' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const expected = { client_id: client, currency: 'USD', amount: -50_00, reason: 'Added twice' }
  expect(adjusted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected))
})
