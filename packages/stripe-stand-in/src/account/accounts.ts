import Stripe from 'stripe'
import { type Answer, hex, invalid, ok } from '../wire/answers.ts'
import { formOf, parseForm, textOf, textsOf } from '../wire/form.ts'

export interface StandInEndpoint {
  id: string
  url: string
  secret: string
  enabled_events: string[]
  api_version: string
}

export interface StandInAccount {
  id: string
  object: 'account'
  email: string | null
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  business_profile: { name: string }
  settings: Record<'branding' | 'card_payments' | 'payments', object> & {
    dashboard: { display_name: string }
  }
  metadata: Record<string, string>
}

export const standInAccount = (name: string, isReady: boolean): StandInAccount => ({
  id: `acct_${hex()}`,
  object: 'account',
  email: null,
  charges_enabled: isReady,
  payouts_enabled: isReady,
  details_submitted: isReady,
  business_profile: { name },
  settings: { dashboard: { display_name: name }, branding: {}, card_payments: {}, payments: {} },
  metadata: {},
})

/** The account behind the keys, those connected to it, and its webhook endpoints. */
export function createAccounts(own: StandInAccount) {
  const connected = new Map<string, StandInAccount>()
  const endpoints = new Map<string, StandInEndpoint>()

  function registerEndpoint(body: string): Answer {
    const form = parseForm(new URLSearchParams(body))
    const url = textOf(form.url)
    if (!/^https?:\/\//.test(url))
      return invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid')
    if (/\/\/(localhost|127\.)/.test(url)) {
      return invalid('Invalid URL: URL must be publicly accessible.', 'url_invalid')
    }
    const version = textOf(form.api_version)
    if (version !== Stripe.API_VERSION) return invalid(`Invalid API version: ${version}`)
    const endpoint: StandInEndpoint = {
      id: `we_${hex()}`,
      url,
      secret: `whsec_${hex()}`,
      enabled_events: textsOf(form.enabled_events),
      api_version: version,
    }
    if (endpoint.enabled_events.length === 0) return invalid('Missing required param: enabled_events[].')
    endpoints.set(endpoint.id, endpoint)
    return ok({ object: 'webhook_endpoint', ...endpoint })
  }

  function connect(body: string): Answer {
    const form = parseForm(new URLSearchParams(body))
    if (textOf(form.type) !== 'standard') return invalid('This stand-in only creates standard accounts.')
    const account = standInAccount('', false)
    account.email = textOf(form.email)
    account.metadata = formOf(form.metadata) as Record<string, string>
    connected.set(account.id, account)
    return ok(account)
  }

  function link(body: string): Answer {
    const form = new URLSearchParams(body)
    const missing = ['account', 'type', 'refresh_url', 'return_url'].find((name) => !form.has(name))
    if (missing !== undefined) return invalid(`Missing required param: ${missing}.`)
    if (!connected.has(form.get('account') ?? '')) return invalid('No such account.')
    return ok({ object: 'account_link', url: `https://connect.stripe.test/setup/${hex()}`, expires_at: 0 })
  }

  /** Null if the path isn't handled here. */
  function handle(verb: string, path: string, body: string): Answer | null {
    if (verb === 'GET' && path === '/v1/account') return ok(own)
    if (verb === 'POST' && path === '/v1/accounts') return connect(body)
    if (verb === 'POST' && path === '/v1/account_links') return link(body)
    if (verb === 'POST' && path === '/v1/webhook_endpoints') return registerEndpoint(body)
    const [, kind, id = ''] = /^\/v1\/(accounts|webhook_endpoints)\/(\w+)$/.exec(path) ?? []
    if (verb === 'GET' && kind === 'accounts') {
      const account = connected.get(id)
      return account === undefined ? invalid('No such account.') : ok(account)
    }
    if (verb === 'DELETE' && kind === 'webhook_endpoints') {
      return endpoints.delete(id)
        ? ok({ id, object: 'webhook_endpoint', deleted: true })
        : invalid(`No such webhook endpoint: '${id}'`)
    }
    return null
  }

  return { handle, own, connected, endpoints }
}
