import type { StandInMethod } from './cards.ts'

export interface StandInIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  status: string
  client_secret: string
  created: number
  metadata: Record<string, string>
  last_payment_error: { type: string; message: string } | null
  latest_charge: StandInCharge | null
  customer?: string | null
  payment_method?: StandInMethod
  setup_future_usage?: string | null
  application_fee_amount?: number | null
  /** Where its bank sends the payer back to. */
  next_action?: { type: 'redirect_to_url'; redirect_to_url: { url: string } } | null
}

interface StandInCharge {
  id: string
  object: 'charge'
  amount: number
  currency: string
  amount_refunded: number
  payment_intent: string
  metadata: Record<string, string>
  payment_method_details: { type: string; card?: { brand: string; last4: string }; [type: string]: unknown }
}
