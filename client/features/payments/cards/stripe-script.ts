import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState } from 'react'
import type { ChargeDto } from '#shared/payments.ts'

export interface StripeAccount {
  publishableKey: string
  /** The connected account that is paid. */
  account: string | null
}

/** Stripe's script, which loads with the first form; null if it is blocked, which submitting then reports. */
export function useStripeScript({ publishableKey, account }: StripeAccount): Promise<Stripe | null> {
  const [stripe] = useState(() =>
    loadStripe(publishableKey, account === null ? undefined : { stripeAccount: account }).catch(() => null),
  )
  return stripe
}

/** Lets the bank ask; a bank's page takes the payer away and sends them back. The server asks Stripe for the result. */
export const authenticateWith = (stripe: Stripe | null) => async (charge: ChargeDto) => {
  if (charge.client_secret !== null) await stripe?.handleNextAction({ clientSecret: charge.client_secret })
  return {}
}
