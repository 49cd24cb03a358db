import { Button, Group, Stack, Text } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState } from 'react'
import type { ChargeDto } from '#shared/payments.ts'
import { ChargeAlert } from './charge-alert.tsx'
import classes from './payments.module.css'
import { CARD_MISSING, CardProblem, type ChargeCalls, useCharge } from './use-charge.ts'

interface StripeCardFormProps extends ChargeCalls {
  publishableKey: string
  submitLabel: string
  onCancel?: () => void
}

/** Stripe's own fields in its own frame; its script loads with the first card form. */
export function StripeCardForm({ publishableKey, ...form }: StripeCardFormProps) {
  // A blocked script leaves the form without a card field, which submitting then says.
  const [stripe] = useState(() => loadStripe(publishableKey).catch(() => null))
  return (
    <Elements stripe={stripe}>
      <CardFields {...form} />
    </Elements>
  )
}

function CardFields({ submitLabel, onCancel, ...calls }: Omit<StripeCardFormProps, 'publishableKey'>) {
  const stripe = useStripe()
  const elements = useElements()
  const authenticate = async (charge: ChargeDto) => {
    // The server asks Stripe itself how it ended.
    if (charge.client_secret !== null) {
      await stripe?.handleNextAction({ clientSecret: charge.client_secret })
    }
    return {}
  }
  const { processing, alert, submit } = useCharge(calls, authenticate)
  const methodOf = async () => {
    const card = elements?.getElement(CardElement)
    if (stripe === null || !card) throw new CardProblem(CARD_MISSING)
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card })
    if (error !== undefined) throw new CardProblem(error.message ?? CARD_MISSING)
    return paymentMethod.id
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void submit(methodOf)
      }}
    >
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={500} mb={4}>
            Card
          </Text>
          <div className={classes.cardElement}>
            <CardElement options={{ style: { base: elementStyle() } }} />
          </div>
        </div>
        <ChargeAlert alert={alert} />
        <Group gap="xs">
          <Button type="submit" disabled={processing}>
            {processing ? 'Processing...' : submitLabel}
          </Button>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={processing}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** The frame cannot read our style sheet: it gets the colours of the scheme in use. */
function elementStyle() {
  const style = getComputedStyle(document.documentElement)
  return {
    fontSize: '16px',
    color: style.getPropertyValue('--mantine-color-text').trim(),
    '::placeholder': { color: style.getPropertyValue('--mantine-color-placeholder').trim() },
  }
}
