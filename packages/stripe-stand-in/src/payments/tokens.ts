import { type Answer, invalid, type NewId, ok } from '../wire/answers.ts'
import { type Form, formOf, textOf } from '../wire/form.ts'
import type { Memory } from '../wire/memory.ts'
import { TEST_TOKENS, type TestAccount, WAYS, type Way } from './test-cards.ts'

export interface StandInToken {
  id: string
  object: 'confirmation_token'
  payment_intent: string | null
  mandate_data: object | null
  setup_future_usage: string | null
  payment_method_preview: { type: Way }
  /** For cards: the test token that determines their behavior. */
  card: string
  /** For debits: the account. */
  account: TestAccount
}

const NOBODY = { address: null, email: null, name: null, phone: null, tax_id: null }

/** The token as Stripe returns it, without the stand-in's own fields. */
const shown = ({ card: _card, account: _account, payment_method_preview, ...token }: StandInToken) => ({
  ...token,
  created: 1_772_600_000,
  payment_method_preview: { ...payment_method_preview, billing_details: NOBODY },
})

export type Tokens = ReturnType<typeof createTokens>

/** What the Payment Element collects in the browser, and how a charge is confirmed with it. */
export function createTokens({ memory, newId }: { memory: Memory; newId: NewId }) {
  const tokens = memory.collection<StandInToken>('confirmation_tokens')

  /** The equivalent of `stripe.createConfirmationToken` in the browser. */
  function collect(
    type: Way,
    options: { card?: string; mandate?: boolean; futureUsage?: string; account?: TestAccount } = {},
  ): string {
    const { card = 'pm_card_visa', mandate = true, futureUsage = null } = options
    const { account = { last4: '3000', clears: true } } = options
    const isDebit = WAYS[type].goes === 'for days'
    const token: StandInToken = {
      id: newId('ctoken'),
      object: 'confirmation_token',
      payment_intent: null,
      mandate_data: isDebit && mandate ? { customer_acceptance: { type: 'online' } } : null,
      setup_future_usage: futureUsage,
      payment_method_preview: { type },
      card,
      account,
    }
    tokens.set(token.id, token)
    return token.id
  }

  function find(id: string): StandInToken | undefined {
    const test = Object.hasOwn(TEST_TOKENS, id) ? TEST_TOKENS[id] : undefined
    return tokens.get(test === undefined ? id : collect(test.type, { account: test.account }))
  }

  /** Why a charge can't be confirmed with the token; null if it can. */
  function refusal(token: StandInToken, form: Form): Answer | null {
    const { type } = token.payment_method_preview
    const { currencies, goes } = WAYS[type]
    if (token.payment_intent !== null) return invalid('This ConfirmationToken has already been used.')
    const currency = textOf(form.currency)
    if (currencies !== null && !(currencies as readonly string[]).includes(currency)) {
      return invalid(`The payment method type "${type}" can’t be used with the currency ${currency}.`)
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
    /** The token of a charge, or why it can't be used. */
    use(form: Form): StandInToken | Answer {
      const id = textOf(form.confirmation_token)
      const token = find(id)
      if (token === undefined) return invalid(`No such confirmationtoken: '${id}'`)
      return refusal(token, form) ?? token
    },
    /** Null if the path isn't handled here. */
    handle(verb: string, path: string): Answer | null {
      const [, id = ''] = /^\/v1\/confirmation_tokens\/(\w+)$/.exec(path) ?? []
      if (verb !== 'GET' || id === '') return null
      const token = find(id)
      return token === undefined ? invalid(`No such confirmationtoken: '${id}'`) : ok(shown(token))
    },
  }
}
