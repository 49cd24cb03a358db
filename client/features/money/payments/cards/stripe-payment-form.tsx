import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useState } from 'react'
import type { Money } from '#shared/base/amounts/money.ts'
import { inStripeUnits } from '#shared/base/amounts/stripe-units.ts'
import { CARD_MISSING } from '#shared/money/payments/payments.ts'
import type { CardFieldsProps } from '../charge/card-fields.ts'
import { PayForm } from '../charge/pay-form.tsx'
import { CardProblem, useCharge } from '../charge/use-charge.ts'
import { useSaving } from '../charge/use-saving.ts'
import { authenticateWith, type StripeAccount, useStripeScript } from './stripe-script.ts'

interface StripePaymentFormProps extends CardFieldsProps, StripeAccount {
  price: Money
}

/** All payment methods the account offers, in Stripe's iframe; its script loads with the first form. */
export function StripePaymentForm({ publishableKey, account, price, ...form }: StripePaymentFormProps) {
  const stripe = useStripeScript({ publishableKey, account })
  const [isCard, setIsCard] = useState(true)
  const saving = useSaving(form, isCard)
  const [appearance] = useState(appearanceNow)
  const options: StripeElementsOptionsMode = {
    mode: 'payment',
    amount: inStripeUnits(price.amount, price.currency),
    currency: price.currency.toLowerCase(),
    setupFutureUsage: saving.saves ? 'off_session' : null,
    // Must match the server's confirmation: no verification by microdeposits, which takes days.
    paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
    appearance,
  }
  return (
    <Elements stripe={stripe} options={options}>
      <PaymentFields {...form} saving={saving} onMethod={(type) => setIsCard(type === 'card')} />
    </Elements>
  )
}

interface PaymentFieldsProps extends CardFieldsProps {
  saving: ReturnType<typeof useSaving>
  onMethod: (type: string) => void
}

function PaymentFields({ saving, onMethod, ...form }: PaymentFieldsProps) {
  const { submitLabel, disabled, onCancel, savedCard = null, ...calls } = form
  const stripe = useStripe()
  const elements = useElements()
  const { submit, ...state } = useCharge(calls, authenticateWith(stripe))
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
  return (
    <PayForm
      {...state}
      submitLabel={submitLabel}
      disabled={disabled}
      onCancel={onCancel}
      {...saving.fields}
      onSubmit={() => void submit(methodOf, saving.saves)}
    >
      {savedCard === null && <PaymentElement onChange={({ value }) => onMethod(value.type)} />}
    </PayForm>
  )
}

/** The iframe can't read our stylesheet, so it gets the colors of the current scheme. */
function appearanceNow(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark'
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('--mantine-primary-color-filled'),
      colorBackground: color('--mantine-color-body'),
      colorText: color('--mantine-color-text'),
    },
  }
}
