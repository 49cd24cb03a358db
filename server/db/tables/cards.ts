export interface CardTables {
  payment_customers: PaymentCustomerTable
  saved_cards: SavedCardTable
  card_setups: CardSetupTable
  test_methods: TestMethodTable
  test_setups: TestSetupTable
}

/** Who a user is to the provider, at one of its accounts. */
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
  /** The provider's handle of the card; it never leaves the server. */
  provider_method_id: string
  brand: string
  last4: string
  /** Null where the card was kept before its expiry was. */
  exp_month: number | null
  exp_year: number | null
  is_default: number
  /** A removed card stays as a row, so that late news cannot bring it back. */
  removed_at: string | null
  created_at: string
  updated_at: string
}

/** One adding of a card without a payment. */
interface CardSetupTable {
  id: string
  user_id: string
  provider: 'test' | 'stripe'
  account: string
  provider_customer_id: string
  provider_setup_id: string | null
  status: 'pending' | 'succeeded' | 'failed'
  /** Sent to the provider with every try, stored before the first. */
  idempotency_key: string
  request_key: string
  failure_message: string | null
  card_id: string | null
  created_at: string
  updated_at: string
}

/** The cards the test provider keeps for its customers. */
interface TestMethodTable {
  id: string
  customer_id: string
  token: string
  detached_at: string | null
  created_at: string
}

interface TestSetupTable {
  id: string
  idempotency_key: string
  customer_id: string
  token: string
  status: 'requires_action' | 'succeeded' | 'failed'
  failure_message: string | null
  created_at: string
}
