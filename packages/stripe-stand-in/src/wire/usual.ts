type Fields = Record<string, unknown>

const NO_ADDRESS = { address: null, email: null, name: null, phone: null, tax_id: null }
const AUTOMATIC_TAX = { enabled: false, disabled_reason: null, liability: null, provider: null, status: null }
const created = 1_772_618_400

/** Typical values of Stripe's objects that tests don't set and that aren't empty. */
const USUAL: Readonly<Record<string, (own: Fields) => Fields>> = {
  account: () => ({ type: 'standard', created }),
  account_link: () => ({ created }),
  charge: ({ amount }) => ({
    amount_captured: amount,
    billing_details: NO_ADDRESS,
    captured: true,
    created,
    paid: true,
    status: 'succeeded',
  }),
  customer: () => ({
    balance: 0,
    created,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
  }),
  invoice: ({ amount_due, amount_paid, total, created: at }) => ({
    amount_overpaid: 0,
    amount_remaining: Number(amount_due) - Number(amount_paid),
    amount_shipping: 0,
    automatic_tax: AUTOMATIC_TAX,
    collection_method: 'charge_automatically',
    issuer: { type: 'self' },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: at,
    period_start: at,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
  }),
  invoice_payment: () => ({ amount_requested: 0, created, currency: 'usd' }),
  line_item: () => ({ currency: 'usd', subtotal: 0, pricing: null }),
  payment_intent: ({ amount, status }) => ({
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? amount : 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
  }),
  payment_method: () => ({ billing_details: NO_ADDRESS, created }),
  price: ({ unit_amount }) => ({
    active: true,
    billing_scheme: 'per_unit',
    created,
    type: 'recurring',
    unit_amount_decimal: String(unit_amount),
  }),
  product: () => ({ active: true, created, type: 'service', updated: created }),
  refund: () => ({ created }),
  setup_intent: () => ({ created, usage: 'off_session' }),
  subscription: ({ created: at }) => ({
    automatic_tax: { enabled: false, disabled_reason: null, liability: null },
    billing_cycle_anchor: at,
    billing_mode: { type: 'classic' },
    collection_method: 'charge_automatically',
    currency: 'usd',
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    start_date: at,
  }),
  subscription_item: ({ price }) => ({ created, plan: price, quantity: 1, subscription: 'sub_of_the_item' }),
  webhook_endpoint: () => ({ created, status: 'enabled' }),
}

/** Adds the typical values of its kind to an object; its own take precedence. */
export function withUsual(own: Fields): Fields {
  const usual = own.deleted === true ? {} : (USUAL[String(own.object)]?.(own) ?? {})
  return { ...usual, ...own }
}
