import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState } from 'react'
import type { ChargeDto } from '#shared/payments.ts'
import classes from '../payments.module.css'
import type { CardFieldsProps } from './card-fields.ts'
import { ChargeAlert } from './charge-alert.tsx'
import { CARD_MISSING, CardProblem, useCharge } from './use-charge.ts'

interface StripeCardFormProps extends CardFieldsProps {
  publishableKey: string
  /** The connected account that is paid. */
  account: string | null
}

/** Stripe's fields in Stripe's iframe; its script loads with the first card form. */
export function StripeCardForm({ publishableKey, account, ...form }: StripeCardFormProps) {
  // If the script is blocked, submitting reports the missing card field.
  const [stripe] = useState(() =>
    loadStripe(publishableKey, account === null ? undefined : { stripeAccount: account }).catch(() => null),
  )
  return (
    <Elements stripe={stripe}>
      <CardFields {...form} />
    </Elements>
  )
}

function CardFields(form: CardFieldsProps) {
  const { submitLabel, onCancel, savedCard = null, offersSaving = false, ...calls } = form
  const [keep, setKeep] = useState(false)
  const stripe = useStripe()
  const elements = useElements()
  const authenticate = async (charge: ChargeDto) => {
    // The server asks Stripe for the result.
    if (charge.client_secret !== null) {
      await stripe?.handleNextAction({ clientSecret: charge.client_secret })
    }
    return {}
  }
  const { processing, alert, submit } = useCharge(calls, authenticate)
  const methodOf = async () => {
    // The bank may require authentication, which needs the script.
    if (savedCard !== null && stripe !== null) return savedCard.id
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
        void submit(methodOf, offersSaving && savedCard === null && keep)
      }}
    >
      <Stack gap="sm">
        {savedCard === null && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              Card
            </Text>
            <div className={classes.cardElement}>
              <CardElement options={{ style: { base: elementStyle() } }} />
            </div>
          </div>
        )}
        {savedCard === null && offersSaving && (
          <Checkbox
            className={classes.choice}
            label="Save this card"
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        )}
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

/** The iframe can't read our stylesheet, so it gets the colours of the current scheme. */
function elementStyle() {
  const style = getComputedStyle(document.documentElement)
  return {
    fontSize: '16px',
    color: style.getPropertyValue('--mantine-color-text').trim(),
    '::placeholder': { color: style.getPropertyValue('--mantine-color-placeholder').trim() },
  }
}
