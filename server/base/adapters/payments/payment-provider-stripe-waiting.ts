import type Stripe from 'stripe'
import type { WaitingState } from './payment-provider.ts'

type NextAction = Stripe.PaymentIntent.NextAction

/**
 * The state of a payment that the payer completes elsewhere within days, with a voucher or a transfer; null for
 * others.
 */
export function toWaiting(action: NextAction | null): WaitingState | null {
  if (action === null) return null
  const { oxxo_display_details: oxxo, display_bank_transfer_instructions: transfer } = action
  const { pix_display_qr_code: pix, verify_with_microdeposits: deposits } = action
  if (oxxo) return waiting('oxxo', oxxo.expires_after, oxxo.hosted_voucher_url)
  if (transfer) return waiting('customer_balance', null, transfer.hosted_instructions_url)
  if (pix) return waiting('pix', pix.expires_at, pix.hosted_instructions_url)
  if (deposits) return waiting('bank_verification', null, deposits.hosted_verification_url)
  for (const [method, voucher] of [
    ['konbini', action.konbini_display_details],
    ['boleto', action.boleto_display_details],
    ['multibanco', action.multibanco_display_details],
  ] as const) {
    if (voucher) return waiting(method, voucher.expires_at, voucher.hosted_voucher_url)
  }
  return null
}

const waiting = (method: string, expires: number | null = null, url: string | null = null): WaitingState => ({
  method,
  until: expires === null ? null : new Date(expires * 1000).toISOString(),
  url,
})
