import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { StripePaymentForm } from '#client/features/money/payments/cards/stripe-payment-form.tsx'
import type { CardOrder } from '#client/features/money/payments/charge/use-charge.ts'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(window, 'Stripe')
})

const AUTOMATIC = 'Pay future invoices automatically'

/** Stripe's script, as far as the form uses it: the token has the options that the elements had. */
function plantStripe() {
  let options: Record<string, unknown> = {}
  let onChange: (event: object) => void = () => {}
  const tokens: unknown[] = []
  const element = {
    ...{ mount: () => {}, destroy: () => {}, update: () => {}, off: () => {} },
    on: (event: string, listener: typeof onChange) => {
      if (event === 'change') onChange = listener
    },
  }
  const elements = {
    create: () => element,
    getElement: () => null,
    submit: async () => ({}),
    update: (changed: object) => {
      options = { ...options, ...changed }
    },
  }
  const stripe = {
    ...{ createToken() {}, createPaymentMethod() {}, confirmCardPayment() {} },
    elements: (given: Record<string, unknown>) => {
      options = given
      return elements
    },
    createConfirmationToken: async () => {
      tokens.push(options.setupFutureUsage)
      return { confirmationToken: { id: `ctoken_${tokens.length}` } }
    },
  }
  Object.assign(window, { Stripe: () => stripe })
  return { tokens, choose: (type: string) => act(() => onChange({ value: { type } })) }
}

function Form({ charge }: { charge: (order: CardOrder) => void }) {
  const [checked, onChange] = useState(false)
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <StripePaymentForm
          publishableKey="pk_live_1"
          account={null}
          price={{ amount: 5000, currency: 'EUR' }}
          submitLabel="Pay"
          offersSaving
          automatic={{ checked, onChange }}
          charge={async (order) => {
            charge(order)
            return {
              payment_id: '1',
              status: 'succeeded',
              client_secret: null,
              failure: null,
              amount: 5000,
              currency: 'EUR',
            }
          }}
          confirm={() => Promise.reject(new Error('There is nothing to confirm.'))}
          onPaid={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>
  )
}

test('a card for future invoices is saved with the same token as it is charged with', async () => {
  const { tokens, choose } = plantStripe()
  const orders: CardOrder[] = []
  await act(async () => void render(<Form charge={(order) => orders.push(order)} />))
  const pay = async () => {
    const before = orders.length
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
    await waitFor(() => expect(orders).toHaveLength(before + 1))
    await screen.findByRole('button', { name: 'Pay' })
  }
  await pay()
  fireEvent.click(screen.getByLabelText(AUTOMATIC))
  await pay()
  expect(screen.getByLabelText('Save this card')).toHaveProperty('checked', true)
  // A debit can't be saved.
  choose('sepa_debit')
  expect(screen.queryByLabelText(AUTOMATIC)).toBeNull()
  await pay()
  choose('card')
  await pay()
  expect(tokens).toEqual([null, 'off_session', null, 'off_session'])
  expect(orders.map(({ save_card }) => save_card)).toEqual([undefined, true, undefined, true])
})
