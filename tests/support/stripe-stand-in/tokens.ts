import { randomBytes } from 'node:crypto'
import type { StandInMethod } from './cards.ts'
import { type Form, formOf, parseForm, textOf } from './form.ts'
import type { StandInIntent } from './intent.ts'
import { type Answer, invalid, ok } from './subscription-objects.ts'

/** What each way of paying can be charged in, and how it goes on. */
const METHODS = {
  card: { currencies: null, goes: 'at once' },
  sepa_debit: { currencies: ['eur'], goes: 'for days' },
  us_bank_account: { currencies: ['usd'], goes: 'for days' },
  ideal: { currencies: ['eur'], goes: 'at the bank' },
} as const
export type StandInMethodType = keyof typeof METHODS

interface StandInToken {
  id: string
  object: 'confirmation_token'
  payment_intent: string | null
  mandate_data: object | null
  setup_future_usage: string | null
  payment_method_preview: { type: StandInMethodType }
  /** Of a card: the test token that says how it behaves. */
  card: string
}

const hex = () => randomBytes(8).toString('hex')

const NOBODY = { address: null, email: null, name: null, phone: null, tax_id: null }

/** As Stripe shows it; how its card behaves is the stand-in's own. */
const shown = ({ card: _card, payment_method_preview, ...token }: StandInToken) => ({
  ...token,
  created: 1_772_600_000,
  payment_method_preview: { ...payment_method_preview, billing_details: NOBODY },
})

/** What the Payment Element collects in the browser, and how a charge with it is confirmed. */
export function createTokenStandIn(methodFor: (id: string) => StandInMethod) {
  const tokens = new Map<string, StandInToken>()

  /** What `stripe.createConfirmationToken` does in the browser. */
  function collect(
    type: StandInMethodType,
    options: { card?: string; mandate?: boolean; futureUsage?: string } = {},
  ): string {
    const { card = 'pm_card_visa', mandate = true, futureUsage = null } = options
    const isDebit = METHODS[type].goes === 'for days'
    const token: StandInToken = {
      id: `ctoken_${hex()}`,
      object: 'confirmation_token',
      payment_intent: null,
      mandate_data: isDebit && mandate ? { customer_acceptance: { type: 'online' } } : null,
      setup_future_usage: futureUsage,
      payment_method_preview: { type },
      card,
    }
    tokens.set(token.id, token)
    return token.id
  }

  /** Why a charge can't be confirmed with its token; null where it can. */
  function refusal(token: StandInToken, form: Form): Answer | null {
    const { type } = token.payment_method_preview
    const { currencies, goes } = METHODS[type]
    if (token.payment_intent !== null) return invalid('This ConfirmationToken has already been used.')
    const currency = textOf(form.currency)
    if (currencies !== null && !(currencies as readonly string[]).includes(currency)) {
      return invalid(`The payment method type "${type}" can't be used with the currency ${currency}.`)
    }
    const automatic = formOf(form.automatic_payment_methods)
    if (textOf(automatic.enabled) !== 'true') return invalid('automatic_payment_methods is not enabled.')
    if (textOf(automatic.allow_redirects) !== 'never' && !/^https?:\/\//.test(textOf(form.return_url))) {
      return invalid('A `return_url` must be specified.', 'parameter_missing')
    }
    if (textOf(form.setup_future_usage) !== (token.setup_future_usage ?? '')) {
      return invalid("setup_future_usage doesn't match the ConfirmationToken's.")
    }
    if (goes === 'for days' && token.mandate_data === null) return refuseMandate(form)
    return form.mandate_data === undefined || goes === 'for days'
      ? null
      : invalid(`mandate_data can't be used with ${type}.`)
  }

  function refuseMandate(form: Form): Answer | null {
    const acceptance = formOf(formOf(form.mandate_data).customer_acceptance)
    const online = formOf(acceptance.online)
    const isComplete = textOf(online.ip_address) !== '' && textOf(online.user_agent) !== ''
    if (textOf(acceptance.type) === 'online' && isComplete) return null
    return invalid('Missing required param: mandate_data[customer_acceptance].', 'parameter_missing')
  }

  return {
    tokens,
    collect,
    goes: (type: StandInMethodType) => METHODS[type].goes,
    /** The token of a charge with the method it stands for, or why it can't be charged. */
    use(body: string): { token: StandInToken; method: StandInMethod } | Answer {
      const form = parseForm(new URLSearchParams(body))
      const id = textOf(form.confirmation_token)
      const token = tokens.get(id)
      if (token === undefined) return invalid(`No such confirmationtoken: '${id}'`)
      const refused = refusal(token, form)
      if (refused !== null) return refused
      return { token, method: methodFor(token.card) }
    },
    /** Null where the path is about something else. */
    handle(verb: string, path: string): Answer | null {
      const [, id = ''] = /^\/v1\/confirmation_tokens\/(\w+)$/.exec(path) ?? []
      if (verb !== 'GET' || id === '') return null
      const token = tokens.get(id)
      return token === undefined ? invalid(`No such confirmationtoken: '${id}'`) : ok(shown(token))
    },
  }
}

/** What the bank says of a debit after days. */
export function settleDebit(intent: StandInIntent, succeeds: boolean): StandInIntent {
  if (intent.status !== 'processing') throw new Error(`the intent is ${intent.status}`)
  intent.status = succeeds ? 'succeeded' : 'requires_payment_method'
  if (!succeeds) intent.last_payment_error = { type: 'card_error', message: BOUNCED }
  return intent
}

export const BOUNCED = 'The payment was returned: insufficient funds.'
