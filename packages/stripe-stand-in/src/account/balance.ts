import type { StandInIntent } from '../payments/intents.ts'
import { type Answer, hex, invalid, list, missing, ok } from '../wire/answers.ts'

export interface StandInEntry {
  id: string
  object: 'balance_transaction'
  type: string
  reporting_category: string
  amount: number
  fee: number
  net: number
  fee_details: {
    type: string
    amount: number
    currency: string
    application: string | null
    description: string | null
  }[]
  currency: string
  exchange_rate: number | null
  created: number
  available_on: number
  balance_type: 'payments'
  status: 'available' | 'pending'
  description: string | null
  source: { id: string; object: string } | null
}

export interface StandInPayout {
  id: string
  object: 'payout'
  amount: number
  currency: string
  status: string
  arrival_date: number
  created: number
  automatic: boolean
  method: 'standard'
  type: 'bank_account'
  source_type: 'card'
  livemode: false
  reconciliation_status: string
  failure_message: string | null
  failure_code: string | null
  failure_balance_transaction: string | null
  balance_transaction: string
  description: string | null
  metadata: Record<string, string>
}

interface Moved {
  /** The connected account that holds the money; omitted for the keys' own. */
  account?: string | null
  fee?: number
  applicationFee?: number
  /** The settled amount, if its currency differs from the charge's. */
  settled?: { amount: number; currency: string; rate: number }
  created?: number
}

interface Balance {
  entries: StandInEntry[]
  payouts: StandInPayout[]
  /** The entries of each payout. */
  contents: Map<string, Set<string>>
}

/** The balances of the keys' account and of each connected one, as far as the portal reads them. */
export function createBalance() {
  const balances = new Map<string, Balance>()
  const balanceOf = (account: string | null = null): Balance => {
    const known = balances.get(account ?? '') ?? { entries: [], payouts: [], contents: new Map() }
    balances.set(account ?? '', known)
    return known
  }
  const clock = { now: Math.floor(Date.parse('2026-03-04T10:00:30Z') / 1000) }

  /** Adds a balance movement; fees are listed by purpose. */
  function add(
    kind: { type: string; reporting?: string; source?: StandInEntry['source']; description?: string },
    amount: number,
    currency: string,
    { account, fee = 0, applicationFee = 0, settled, created }: Moved = {},
  ): StandInEntry {
    const money = settled ?? { amount, currency, rate: null }
    const detail = (type: string, part: number) => ({
      type,
      amount: part,
      currency: money.currency,
      application: null,
      description: type === 'stripe_fee' ? 'Stripe processing fees' : 'Application fee',
    })
    const entry: StandInEntry = {
      id: `txn_${hex()}`,
      object: 'balance_transaction',
      type: kind.type,
      reporting_category: kind.reporting ?? kind.type,
      amount: money.amount,
      fee: fee + applicationFee,
      net: money.amount - fee - applicationFee,
      fee_details: [
        ...(fee === 0 ? [] : [detail('stripe_fee', fee)]),
        ...(applicationFee === 0 ? [] : [detail('application_fee', applicationFee)]),
      ],
      currency: money.currency,
      exchange_rate: money.rate,
      created: created ?? clock.now++,
      available_on: created ?? clock.now,
      balance_type: 'payments',
      status: 'available',
      description: kind.description ?? null,
      source: kind.source ?? null,
    }
    balanceOf(account).entries.unshift(entry)
    return entry
  }

  const charged = (intent: StandInIntent, moved: Moved = {}): StandInEntry => {
    const source = intent.latest_charge
    if (source === null) throw new Error('nothing was charged')
    return add({ type: 'charge', source }, intent.amount, intent.currency, moved)
  }

  const refunded = (intent: StandInIntent, amount: number, moved: Moved = {}): StandInEntry => {
    const { currency } = intent
    const charge = intent.latest_charge?.id ?? ''
    const source = {
      id: `re_${hex()}`,
      object: 'refund',
      amount,
      currency,
      charge,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: {},
      created: clock.now,
    }
    return add({ type: 'refund', source }, -amount, currency, moved)
  }

  const disputed = (intent: StandInIntent, dispute: object, moved: Moved & { won?: boolean } = {}) => {
    const { amount, currency } = intent
    const source = {
      id: 'dp_1',
      object: 'dispute',
      amount,
      currency,
      payment_intent: intent.id,
      charge: intent.latest_charge?.id ?? '',
      created: clock.now,
      ...dispute,
    }
    const reporting = moved.won ? 'dispute_reversal' : 'dispute'
    return add({ type: 'adjustment', reporting, source }, moved.won ? amount : -amount, currency, moved)
  }

  /** Pays out everything in a currency that hasn't been paid out yet, like a scheduled payout. */
  function payOut(options: {
    account?: string | null
    currency: string
    arrives: string
    status?: string
    automatic?: boolean
    itemized?: boolean
  }): StandInPayout {
    const { account, currency, arrives, status = 'paid', automatic = true, itemized = true } = options
    const { entries, payouts, contents } = balanceOf(account)
    const gone = new Set([...contents.values()].flatMap((ids) => [...ids]))
    const open = entries.filter(
      (entry) => entry.currency === currency && entry.type !== 'payout' && !gone.has(entry.id),
    )
    const amount = open.reduce((sum, { net }) => sum + net, 0)
    const id = `po_${hex()}`
    const own = add({ type: 'payout', description: 'STRIPE PAYOUT' }, -amount, currency, { account })
    const payout: StandInPayout = {
      id,
      object: 'payout',
      amount,
      currency,
      status,
      arrival_date: Math.floor(Date.parse(`${arrives}T00:00:00Z`) / 1000),
      created: clock.now++,
      automatic,
      method: 'standard',
      type: 'bank_account',
      source_type: 'card',
      livemode: false,
      reconciliation_status: automatic ? (itemized ? 'completed' : 'in_progress') : 'not_applicable',
      failure_message: null,
      failure_code: null,
      failure_balance_transaction: null,
      balance_transaction: own.id,
      description: 'STRIPE PAYOUT',
      metadata: {},
    }
    payouts.unshift(payout)
    contents.set(id, new Set([own.id, ...(automatic ? open.map((entry) => entry.id) : [])]))
    return payout
  }

  function listEntries(account: string | null, query: URLSearchParams): Answer {
    const { entries, contents } = balanceOf(account)
    const payout = query.get('payout')
    const content = payout === null ? null : contents.get(payout)
    if (content === undefined) return missing('payout', payout ?? '')
    const since = Number(query.get('created[gte]') ?? 0)
    const found = entries
      .filter((entry) => entry.created >= since && (content === null || content.has(entry.id)))
      .toSorted((a, b) => b.created - a.created)
    const expands = query.getAll('expand[0]').includes('data.source')
    return pageOf(found, query, (entry) => ({
      ...entry,
      source: expands ? entry.source : (entry.source?.id ?? null),
    }))
  }

  /** Null if the path isn't handled here. */
  function handle(verb: string, address: string, account: string | null): Answer | null {
    const { pathname: path, searchParams: query } = new URL(address, 'http://stripe.test')
    if (verb !== 'GET') return null
    if (path === '/v1/balance_transactions') return listEntries(account, query)
    if (path !== '/v1/payouts') return null
    const since = Number(query.get('created[gte]') ?? 0)
    return pageOf(
      balanceOf(account).payouts.filter(({ created }) => created >= since),
      query,
      (payout) => payout,
    )
  }

  return { handle, add, charged, refunded, disputed, payOut, clock, balanceOf }
}

const MOST = 100

/** A page of a list, newest first, starting after the given entry. */
export function pageOf<Item extends { id: string }>(
  items: readonly Item[],
  query: URLSearchParams,
  toAnswer: (item: Item) => object,
): Answer {
  const limit = Number(query.get('limit') ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return invalid(`Invalid integer: ${limit}`)
  const after = query.get('starting_after')
  const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  if (after !== null && from === 0) return missing('object', after)
  const page = items.slice(from, from + limit)
  const hasMore = from + limit < items.length
  const { body } = list(page.map(toAnswer))
  return ok({ ...(body as object), has_more: hasMore })
}
