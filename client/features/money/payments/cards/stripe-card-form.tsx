import { Text } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { CARD_MISSING } from '#shared/money/payments/payments.ts'
import type { CardFieldsProps } from '../charge/card-fields.ts'
import { PayForm } from '../charge/pay-form.tsx'
import { CardProblem, useCharge } from '../charge/use-charge.ts'
import classes from '../payments.module.css'
import { authenticateWith, type StripeAccount, useStripeScript } from './stripe-script.ts'

/** Stripe's card fields, in Stripe's iframe. */
export function StripeCardForm({ publishableKey, account, ...form }: CardFieldsProps & StripeAccount) {
  const stripe = useStripeScript({ publishableKey, account })
  return (
    <Elements stripe={stripe}>
      <CardFields {...form} />
    </Elements>
  )
}

function CardFields(form: CardFieldsProps) {
  const { submitLabel, disabled, onCancel, savedCard = null, offersSaving = false, ...calls } = form
  const [keep, setKeep] = useState(false)
  const stripe = useStripe()
  const elements = useElements()
  const { submit, ...state } = useCharge(calls, authenticateWith(stripe))
  const methodOf = async () => {
    // The bank may require authentication, which needs the script.
    if (savedCard !== null && stripe !== null) return savedCard.id
    const card = elements?.getElement(CardElement)
    if (stripe === null || !card) throw new CardProblem(CARD_MISSING)
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card })
    if (error !== undefined) throw new CardProblem(error.message ?? CARD_MISSING)
    return paymentMethod.id
  }
  const mayKeep = offersSaving && savedCard === null
  return (
    <PayForm
      {...state}
      submitLabel={submitLabel}
      disabled={disabled}
      onCancel={onCancel}
      keep={mayKeep ? { checked: keep, onChange: setKeep } : null}
      onSubmit={() => void submit(methodOf, mayKeep && keep)}
    >
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
    </PayForm>
  )
}

/** The iframe can't read our stylesheet, so it gets the colors of the current scheme. */
function elementStyle() {
  const style = getComputedStyle(document.documentElement)
  return {
    fontSize: '16px',
    color: style.getPropertyValue('--mantine-color-text').trim(),
    '::placeholder': { color: style.getPropertyValue('--mantine-color-placeholder').trim() },
  }
}
