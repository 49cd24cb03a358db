import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState } from 'react'
import type { Money } from '#shared/money.ts'
import type { ChargeDto } from '#shared/payments.ts'
import { inStripeUnits } from '#shared/stripe-units.ts'
import classes from '../payments.module.css'
import type { CardFieldsProps } from './card-fields.ts'
import { ChargeAlert } from './charge-alert.tsx'
import { CARD_MISSING, CardProblem, useCharge } from './use-charge.ts'

interface StripePaymentFormProps extends CardFieldsProps {
  publishableKey: string
  /** The connected account that is paid. */
  account: string | null
  price: Money
}

/** Every way of paying that the account offers, in Stripe's iframe; its script loads with the first form. */
export function StripePaymentForm({ publishableKey, account, price, ...form }: StripePaymentFormProps) {
  // If the script is blocked, submitting reports the missing payment.
  const [stripe] = useState(() =>
    loadStripe(publishableKey, account === null ? undefined : { stripeAccount: account }).catch(() => null),
  )
  const [keep, setKeep] = useState(false)
  const [appearance] = useState(appearanceNow)
  const options: StripeElementsOptionsMode = {
    mode: 'payment',
    amount: inStripeUnits(price.amount, price.currency),
    currency: price.currency.toLowerCase(),
    setupFutureUsage: keep ? 'off_session' : null,
    // As the server confirms it: without deposits that somebody has to type in days later.
    paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
    appearance,
  }
  return (
    <Elements stripe={stripe} options={options}>
      <PaymentFields {...form} keep={keep} onKeep={setKeep} />
    </Elements>
  )
}

interface PaymentFieldsProps extends CardFieldsProps {
  keep: boolean
  onKeep: (keep: boolean) => void
}

function PaymentFields({ keep, onKeep, ...form }: PaymentFieldsProps) {
  const { submitLabel, onCancel, savedCard = null, offersSaving = false, ...calls } = form
  const [isCard, setIsCard] = useState(true)
  const stripe = useStripe()
  const elements = useElements()
  const authenticate = async (charge: ChargeDto) => {
    // A bank's page takes the payer away and sends them back; then, as here, the server asks Stripe.
    if (charge.client_secret !== null) {
      await stripe?.handleNextAction({ clientSecret: charge.client_secret })
    }
    return {}
  }
  const { processing, alert, submit } = useCharge(calls, authenticate)
  const methodOf = async () => {
    // The bank may require authentication, which needs the script.
    if (savedCard !== null && stripe !== null) return savedCard.id
    if (stripe === null || elements === null) throw new CardProblem(CARD_MISSING)
    const { error: missing } = await elements.submit()
    if (missing !== undefined) throw new CardProblem(missing.message ?? CARD_MISSING)
    const { error, confirmationToken } = await stripe.createConfirmationToken({ elements })
    if (error !== undefined) throw new CardProblem(error.message ?? CARD_MISSING)
    return confirmationToken.id
  }
  const mayKeep = offersSaving && savedCard === null && isCard
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void submit(methodOf, mayKeep && keep)
      }}
    >
      <Stack gap="sm">
        {savedCard === null && (
          <PaymentElement
            onChange={({ value }) => {
              setIsCard(value.type === 'card')
              if (value.type !== 'card') onKeep(false)
            }}
          />
        )}
        {mayKeep && (
          <Checkbox
            className={classes.choice}
            label="Save this card"
            checked={keep}
            onChange={(event) => onKeep(event.currentTarget.checked)}
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
function appearanceNow(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark'
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--mantine-primary-color-filled'),
      colorBackground: colour('--mantine-color-body'),
      colorText: colour('--mantine-color-text'),
    },
  }
}
