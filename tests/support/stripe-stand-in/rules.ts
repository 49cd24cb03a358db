import { invalid } from './subscription-objects.ts'

/** What Stripe's documents list for each call that we make; anything else is refused. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/payment_intents': [
    'amount',
    'currency',
    'payment_method',
    'automatic_payment_methods',
    'description',
    'metadata',
    'confirm',
    'expand',
    'customer',
    'off_session',
    'setup_future_usage',
    'application_fee_amount',
    'confirmation_token',
    'return_url',
    'mandate_data',
    'payment_method_options',
  ],
  'POST /v1/setup_intents': [
    'customer',
    'payment_method',
    'usage',
    'confirm',
    'automatic_payment_methods',
    'expand',
  ],
  'POST /v1/customers': ['email', 'name'],
  'POST /v1/refunds': ['payment_intent', 'amount', 'metadata', 'expand'],
  'POST /v1/webhook_endpoints': ['url', 'enabled_events', 'api_version', 'description'],
  'POST /v1/accounts': ['type', 'email', 'metadata'],
  'POST /v1/account_links': ['account', 'type', 'refresh_url', 'return_url'],
}

/** What they list inside of these. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  automatic_payment_methods: ['enabled', 'allow_redirects'],
  mandate_data: [
    'customer_acceptance.type',
    'customer_acceptance.online.ip_address',
    'customer_acceptance.online.user_agent',
    'customer_acceptance.offline',
  ],
  payment_method_options: ['us_bank_account.verification_method'],
}

/** The least in Stripe's own units. */
const LEAST: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
}
/** Digits of the most: of cards, and of everything else by currency. */
const CARD_DIGITS = 12
const DIGITS: Readonly<Record<string, number>> = { idr: 12, cop: 10, inr: 9 }

/** Refuses a parameter that the documents don't list for the call; null where all are. */
export function refuseParameters(verb: string, path: string, body: string) {
  const known = PARAMETERS[`${verb} ${path}`]
  if (known === undefined) return null
  for (const name of new URLSearchParams(body).keys()) {
    const top = name.replace(/\[.*/, '')
    const inner = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part).join('.')
    const isListed = NESTED[top]?.includes(inner) ?? true
    if (!known.includes(top) || !isListed) {
      return invalid(`Received unknown parameter: ${name}`, 'parameter_unknown')
    }
  }
  return null
}

/** Why an amount can't be charged; null where it can. */
export function refuseAmount(amount: number, currency: string, type = 'card'): string | null {
  if (!/^[a-z]{3}$/.test(currency) || currency === 'clf') return `Invalid currency: ${currency}.`
  // Three decimals end in zero; the króna and the Uganda shilling are whole, though counted with two.
  const step = /^(bhd|jod|kwd|omr|tnd)$/.test(currency) ? 10 : /^(isk|ugx)$/.test(currency) ? 100 : 1
  if (!Number.isInteger(amount) || amount % step !== 0) return `Invalid ${currency} amount: ${amount}`
  // iDEAL takes any amount.
  const least = type === 'ideal' ? 1 : (LEAST[currency] ?? 1)
  if (amount < least) return `Amount must be at least ${least} ${currency}`
  const most = 10 ** (type === 'card' ? CARD_DIGITS : (DIGITS[currency] ?? 8)) - 1
  return amount > most ? `Amount must be no more than ${most} ${currency}` : null
}
