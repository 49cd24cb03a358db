declare module '../../schema.ts' {
  interface TenantSchema {
    payment_customers: PaymentCustomerTable
    saved_cards: SavedCardTable
    card_setups: CardSetupTable
  }
}

/** A user's customer id at one of the provider's accounts. */
interface PaymentCustomerTable {
  provider: 'test' | 'stripe'
  account: string
  user_id: string
  provider_customer_id: string
  /** When the saved cards were last compared with the provider's. */
  cards_checked_at: string | null
  created_at: string
}

interface SavedCardTable {
  id: string
  user_id: string
  provider: 'test' | 'stripe'
  account: string
  /** The provider's token for the card; it never leaves the server. */
  provider_method_id: string
  brand: string
  last4: string
  /** Null for cards saved before the expiry was stored. */
  exp_month: number | null
  exp_year: number | null
  is_default: number
  /** Removed cards remain, so that late webhooks can't add them again. */
  removed_at: string | null
  created_at: string
  updated_at: string
}

/** A card being saved without a payment. */
interface CardSetupTable {
  id: string
  user_id: string
  provider: 'test' | 'stripe'
  account: string
  provider_customer_id: string
  provider_setup_id: string | null
  status: 'pending' | 'succeeded' | 'failed'
  /** Stored before the first attempt and sent with each. */
  idempotency_key: string
  request_key: string
  failure_message: string | null
  card_id: string | null
  created_at: string
  updated_at: string
}
