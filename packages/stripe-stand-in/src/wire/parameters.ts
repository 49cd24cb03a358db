import { invalid } from './answers.ts'

/** The parameters that Stripe documents for each call the portal makes; any others are rejected. */
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

/** The documented parameters inside of these. */
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

/** Rejects undocumented parameters; null if all are documented. */
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
