import Stripe from 'stripe'
import type { MovementKind, ProviderPayoutStatus } from '#shared/money/ledger/provider-payouts.ts'
import { createStripeClient, type StripeKeys } from './payment-provider-stripe.ts'
import { fromStripeAmount } from './payment-provider-stripe-amounts.ts'

/** A movement of an account's balance, in our minor units of the settlement currency. */
export interface BalanceMovement {
  id: string
  kind: MovementKind
  amount: number
  /** The provider's fee including tax. */
  fee: number
  /** The platform's fee on a payment to a connected account. */
  platformFee: number
  net: number
  currency: string
  /** The amount charged or refunded, if in another currency. */
  charged: { amount: number; currency: string; rate: string | null } | null
  /** The charge it belongs to: the provider's id and, if it was passed on, ours. */
  of: { intentId: string | null; paymentId: string | null }
  description: string
  occurredAt: Date
}

export interface ProviderPayout {
  id: string
  amount: number
  currency: string
  status: ProviderPayoutStatus
  itemization: 'open' | 'complete' | 'none'
  /** Calendar date. */
  arrivesOn: string
  failure: string | null
}

/** Reads the movements and payouts of an account's balance. */
export interface BalanceReader {
  /** Pages of all movements since a time, excluding payouts. */
  movementsSince(since: Date): AsyncIterable<BalanceMovement[]>
  /** Pages of the movements included in a payout. */
  movementsOf(payoutId: string): AsyncIterable<BalanceMovement[]>
  payoutsSince(since: Date): AsyncIterable<ProviderPayout>
}

const PAGE = 100

export function createStripeBalance(keys: StripeKeys): BalanceReader {
  const stripe = createStripeClient(keys)
  async function* pages(of: Stripe.BalanceTransactionListParams): AsyncGenerator<BalanceMovement[]> {
    const params = { ...of, limit: PAGE, expand: ['data.source'] }
    let page = await stripe.balanceTransactions.list(params)
    for (;;) {
      yield page.data.flatMap((entry) => (isPayout(entry) ? payoutFee(entry) : toMovement(entry)))
      const last = page.data.at(-1)
      if (!page.has_more || last === undefined) return
      page = await stripe.balanceTransactions.list({ ...params, starting_after: last.id })
    }
  }
  return {
    movementsSince: (since) => pages({ created: { gte: toSeconds(since) } }),
    movementsOf: (payout) => pages({ payout }),
    async *payoutsSince(since) {
      const list = stripe.payouts.list({ created: { gte: toSeconds(since) }, limit: PAGE })
      for await (const payout of list) yield toPayout(payout)
    },
  }
}

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** Why a balance can't be read, for the person who set up the account. */
export function readingProblem(error: unknown): string {
  if (
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeAuthenticationError
  ) {
    return 'Stripe doesn’t let this key read the balance and the payouts.'
  }
  return 'The balance could not be read from Stripe. The portal will try again.'
}

/** A movement of the payout itself. */
const isPayout = ({ type }: Stripe.BalanceTransaction): boolean => type === 'payout'

/** What Stripe charged for an instant payout, without the payout. */
const payoutFee = (entry: Stripe.BalanceTransaction): BalanceMovement[] =>
  entry.fee === 0 ? [] : [{ ...toMovement({ ...entry, amount: 0 }), kind: 'fee' }]

function toMovement(entry: Stripe.BalanceTransaction): BalanceMovement {
  const { currency } = entry
  const inOurUnits = (amount: number): number => fromStripeAmount(amount, currency)
  const platformFee = inOurUnits(
    entry.fee_details
      .filter((detail) => detail.type === 'application_fee')
      .reduce((sum, detail) => sum + detail.amount, 0),
  )
  const [amount, fee] = [inOurUnits(entry.amount), inOurUnits(entry.fee) - platformFee]
  const source = typeof entry.source === 'object' ? entry.source : null
  return {
    id: entry.id,
    kind: kindOf(entry),
    amount,
    fee,
    platformFee,
    net: amount - fee - platformFee,
    currency: currency.toUpperCase(),
    charged: chargedBy(source, entry),
    of: chargeOf(source),
    description: entry.description ?? '',
    occurredAt: new Date(entry.created * 1000),
  }
}

const KINDS: Readonly<Record<string, MovementKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'refund',
  refund_failure: 'refund_failed',
  application_fee: 'platform_fee',
  application_fee_refund: 'platform_fee',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout_failure: 'payout_failed',
  payout_cancel: 'payout_failed',
  adjustment: 'adjustment',
  contribution: 'contribution',
  climate_order_purchase: 'contribution',
  climate_order_refund: 'contribution',
  topup: 'topup',
  topup_reversal: 'topup',
  transfer: 'transfer',
  transfer_cancel: 'transfer',
  transfer_failure: 'transfer',
  transfer_refund: 'transfer',
  connect_collection_transfer: 'transfer',
  inbound_transfer: 'transfer',
  inbound_transfer_reversal: 'transfer',
  reserve_transaction: 'reserve',
  reserved_funds: 'reserve',
  reserve_hold: 'reserve',
  reserve_release: 'reserve',
  payment_network_reserve_hold: 'reserve',
  payment_network_reserve_release: 'reserve',
  payout_minimum_balance_hold: 'reserve',
  payout_minimum_balance_release: 'reserve',
  issuing_authorization_hold: 'reserve',
  issuing_authorization_release: 'reserve',
  advance: 'financing',
  advance_funding: 'financing',
  anticipation_repayment: 'financing',
}

/** Reporting categories that say more than the type, which may be `adjustment` or a new one. */
const REPORTED: Readonly<Record<string, MovementKind>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
  refund_failure: 'refund_failed',
  network_cost: 'fee',
  connect_reserved_funds: 'reserve',
  risk_reserved_funds: 'reserve',
  financing_paydown: 'financing',
  financing_paydown_reversal: 'financing',
  financing_payout: 'financing',
  financing_payout_reversal: 'financing',
}

const kindOf = ({ type, reporting_category }: Stripe.BalanceTransaction): MovementKind =>
  REPORTED[reporting_category] ?? KINDS[type] ?? 'other'

type Source = Stripe.BalanceTransactionSource | null

/** Charges, refunds, and disputes have their original currency; the balance may have another. */
function chargedBy(source: Source, entry: Stripe.BalanceTransaction): BalanceMovement['charged'] {
  if (source?.object !== 'charge' && source?.object !== 'refund' && source?.object !== 'dispute') return null
  if (source.currency === entry.currency) return null
  return {
    amount: fromStripeAmount(source.amount, source.currency),
    currency: source.currency.toUpperCase(),
    rate: entry.exchange_rate === null ? null : decimalOf(entry.exchange_rate),
  }
}

const decimalOf = (rate: number): string => rate.toFixed(12).replace(/\.?0+$/, '')

function chargeOf(source: Source): BalanceMovement['of'] {
  if (source?.object === 'charge') {
    return { intentId: idOf(source.payment_intent), paymentId: source.metadata.payment_id ?? null }
  }
  if (source?.object === 'refund' || source?.object === 'dispute') {
    return { intentId: idOf(source.payment_intent), paymentId: null }
  }
  return { intentId: null, paymentId: null }
}

/** The id of an object that Stripe names or, if asked to, includes. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null)

const ITEMIZATION: Readonly<Record<string, ProviderPayout['itemization']>> = {
  in_progress: 'open',
  completed: 'complete',
}

/** Converts a payout from a response or an event. */
export const toPayout = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  amount: fromStripeAmount(payout.amount, payout.currency),
  currency: payout.currency.toUpperCase(),
  status: statusOf(payout.status),
  itemization: ITEMIZATION[payout.reconciliation_status] ?? 'none',
  arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  failure: payout.failure_message,
})

function statusOf(status: string): ProviderPayoutStatus {
  if (status === 'in_transit' || status === 'paid' || status === 'failed' || status === 'canceled')
    return status
  return 'pending'
}
