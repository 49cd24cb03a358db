import type { PaymentProvider, SetupState } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx, Services } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { addMinutes, toInstant } from '../../../../base/db/values.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { settleDisputes } from '../../book/commands/settle-disputes.ts'
import { settleSetup } from '../../cards/commands/add-card.ts'
import { settleRefund } from '../../commands/refund.ts'
import type { PaymentRow } from '../../rules.ts'
import { releaseLostTries } from './limit-declines.ts'
import { settleLost } from './release-open-charge.ts'
import { settleCharge } from './settle-payment.ts'

const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24
/** How often to query payments that take days. */
const PROCESSING_MINUTES = 60
/** How long after its expiry the provider may still report that a voucher was paid. */
const LATE_REPORT_DAYS = 7
const BATCH = 100

/** A provider account; only its own rows are queried. */
interface ReconciledAccount {
  account: string
  provider: PaymentProvider
}

/**
 * Resolves payments left pending by a lost response or missed webhook: queries the provider, and cancels
 * authentications not finished within a day and expired vouchers. Returns the number of payments settled.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  let settled = 0
  for (const account of await accountsInUse(ctx)) {
    try {
      const source = { account, provider: await providerOf(ctx, account) }
      settled += await reconcileCharges(ctx, source)
      settled += await reconcileRefunds(ctx, source)
      settled += await reconcileSetups(ctx, source)
      settled += await settleDisputes(ctx, account)
    } catch (error) {
      ctx.services.log.warn({ err: error, account }, 'an account could not be reconciled')
    }
  }
  return settled
}

/**
 * Books charges whose process died before storing the response, within a minute. A charge unknown to the
 * provider may still be on its way, so that is left to the reconciliation.
 */
export async function bookInterrupted(ctx: Ctx): Promise<number> {
  await releaseLostTries(ctx)
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'idempotency_key', 'created_at', 'account', 'provider'])
    .where('status', '=', 'pending')
    .where('method', '=', 'card')
    .where('provider_payment_id', 'is', null)
    .where('purpose', '!=', 'subscription')
    .where('created_at', '>=', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  let booked = 0
  await settleEach(ctx.services.log, 'an interrupted payment', open, async (payment) => {
    const provider = await providerOf(ctx, payment.account)
    if (provider.name !== payment.provider) return
    const found = await provider.find({
      id: payment.id,
      idempotencyKey: payment.idempotency_key,
      createdAt: payment.created_at,
    })
    if (found?.status !== 'succeeded' && found?.status !== 'processing') return
    await settleCharge(ctx, payment.id, found)
    booked++
  })
  return booked
}

async function reconcileCharges(ctx: Ctx, { account, provider }: ReconciledAccount): Promise<number> {
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'account', 'processing_since'])
    .select(['waiting_since', 'waiting_until'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    // Plan payments are settled with their subscription.
    .where('purpose', '!=', 'subscription')
    .where('created_at', '<', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .where((eb) =>
      eb.or([
        eb.and([eb('processing_since', 'is', null), eb('waiting_since', 'is', null)]),
        eb('updated_at', '<', toInstant(addMinutes(ctx.now, -PROCESSING_MINUTES))),
      ]),
    )
    // Least recently queried first, so that long-running ones don't delay others.
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  return settleEach(ctx.services.log, 'a payment', open, async (payment) => {
    if (payment.provider_payment_id === null) return settleLost(ctx, payment)
    const state = await (isAbandoned(payment, ctx.now)
      ? provider.cancel(payment.provider_payment_id)
      : provider.retrieve(payment.provider_payment_id))
    await settleCharge(ctx, payment.id, state)
  })
}

/** Whether the payer didn't finish in time, so that the charge can be canceled. */
function isAbandoned(
  payment: Pick<PaymentRow, 'created_at' | 'processing_since' | 'waiting_since' | 'waiting_until'>,
  now: Date,
): boolean {
  if (payment.processing_since !== null) return false
  if (payment.waiting_since === null) {
    return payment.created_at < toInstant(addMinutes(now, -60 * ABANDONED_HOURS))
  }
  const { waiting_until: until } = payment
  return until !== null && until < toInstant(addMinutes(now, -1440 * LATE_REPORT_DAYS))
}

/** A failure doesn't stop the others; returns how many were settled. */
async function settleEach<Row extends { id: string }>(
  log: Services['log'],
  what: string,
  rows: readonly Row[],
  settle: (row: Row) => Promise<unknown>,
): Promise<number> {
  let settled = 0
  for (const row of rows) {
    try {
      await settle(row)
      settled++
    } catch (error) {
      log.warn({ err: error, id: row.id }, `${what} could not be reconciled`)
    }
  }
  return settled
}

/** Refunds whose response was lost; one unknown to the provider wasn't made. */
async function reconcileRefunds(ctx: Ctx, { account, provider }: ReconciledAccount): Promise<number> {
  const open = await selectFrom(ctx, 'payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .select(['payment_refunds.id', 'payment_refunds.idempotency_key', 'payments.provider_payment_id'])
    .where('payment_refunds.status', '=', 'pending')
    .where('payments.provider', '=', provider.name)
    .where('payments.account', '=', account)
    .where('payment_refunds.created_at', '<', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .orderBy('payment_refunds.created_at')
    .limit(BATCH)
    .execute()
  return settleEach(ctx.services.log, 'a refund', open, async (refund) => {
    const found = await provider.findRefund({
      intentId: refund.provider_payment_id ?? '',
      refundId: refund.id,
      idempotencyKey: refund.idempotency_key,
    })
    const state = found ?? { id: null, status: 'failed' as const, failure: NOT_REFUNDED }
    await settleRefund(ctx, refund.id, state)
  })
}

const NOT_REFUNDED = 'The refund was interrupted. Nothing was refunded.'

/** Interrupted card setups, and those not authenticated within a day. */
async function reconcileSetups(ctx: Ctx, { account, provider }: ReconciledAccount): Promise<number> {
  const open = await selectFrom(ctx, 'card_setups')
    .select(['id', 'provider_setup_id', 'created_at'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    .where('created_at', '<', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  return settleEach(ctx.services.log, 'the saving of a card', open, async (setup) => {
    const state = setup.provider_setup_id && (await provider.retrieveSetup(setup.provider_setup_id))
    const abandoned = setup.created_at < toInstant(addMinutes(ctx.now, -60 * ABANDONED_HOURS))
    const over = !state || (abandoned && state.status !== 'succeeded')
    await settleSetup(ctx, setup.id, over ? NOT_SAVED : state)
  })
}

const NOT_SAVED: SetupState = {
  id: '',
  status: 'failed',
  clientSecret: null,
  failure: 'The card was not saved.',
  kept: null,
}
