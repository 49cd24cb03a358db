import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState } from 'react'
import type { ChargeDto } from '#shared/money/payments/payments.ts'

export interface StripeAccount {
  publishableKey: string
  /** The connected account that receives the payment. */
  account: string | null
}

/** Stripe's script, which loads with the first form; null if it is blocked, which submitting then reports. */
export function useStripeScript({ publishableKey, account }: StripeAccount): Promise<Stripe | null> {
  const [stripe] = useState(() =>
    loadStripe(publishableKey, account === null ? undefined : { stripeAccount: account }).catch(() => null),
  )
  return stripe
}

/**
 * Runs the authentication the bank asks for, which may redirect to the bank's page and back. The server asks
 * Stripe for the result.
 */
export const authenticateWith = (stripe: Stripe | null) => async (charge: ChargeDto) => {
  if (charge.client_secret !== null) await stripe?.handleNextAction({ clientSecret: charge.client_secret })
}
