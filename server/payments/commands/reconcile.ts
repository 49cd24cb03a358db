import type { PaymentProvider, SetupState } from '../../adapters/payment-provider.ts'
import type { Ctx, Services } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { accountsInUse } from '../queries/accounts.ts'
import { providerOf } from '../queries/provider.ts'
import { settleSetup } from './add-card.ts'
import { settleCharge } from './charge.ts'
import { settleLost } from './end-open-charge.ts'
import { settleRefund } from './refund.ts'

const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24
/** How often a payment is asked about that is processed for days. */
const PROCESSING_MINUTES = 60
const BATCH = 100

/** One account of a provider, of which only its own rows are asked about. */
interface Asked {
  account: string
  provider: PaymentProvider
}

/**
 * Heals what a lost answer or a missed webhook left pending: the provider is asked again, and a card
 * authentication nobody finished within a day is ended. Returns how many payments it settled.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  let settled = 0
  for (const account of await accountsInUse(ctx)) {
    try {
      const asked = { account, provider: await providerOf(ctx, account) }
      settled += await reconcileCharges(ctx, asked)
      settled += await reconcileRefunds(ctx, asked)
      settled += await reconcileSetups(ctx, asked)
    } catch (error) {
      ctx.services.log.warn({ err: error, account }, 'an account could not be reconciled')
    }
  }
  return settled
}

async function reconcileCharges(ctx: Ctx, { account, provider }: Asked): Promise<number> {
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'account', 'processing_since'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    // Plans are healed with their subscription.
    .where('purpose', '!=', 'subscription')
    .where('created_at', '<', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .where((eb) =>
      eb.or([
        eb('processing_since', 'is', null),
        eb('updated_at', '<', toInstant(addMinutes(ctx.now, -PROCESSING_MINUTES))),
      ]),
    )
    // Whoever was asked about longest ago: many that take days keep no other one waiting.
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  return settleEach(ctx.services.log, 'a payment', open, async (payment) => {
    if (payment.provider_payment_id === null) return settleLost(ctx, payment)
    const isOld = payment.created_at < toInstant(addMinutes(ctx.now, -60 * ABANDONED_HOURS))
    const abandoned = isOld && payment.processing_since === null
    const state = await (abandoned
      ? provider.cancel(payment.provider_payment_id)
      : provider.retrieve(payment.provider_payment_id))
    await settleCharge(ctx, payment.id, state)
  })
}

/** One that cannot be settled now keeps none of the others waiting; returns how many were. */
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

/** Refunds whose answer was lost: one the provider has never heard of was not made. */
async function reconcileRefunds(ctx: Ctx, { account, provider }: Asked): Promise<number> {
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

/** Cards whose saving was interrupted, or whose authentication nobody finished within a day. */
async function reconcileSetups(ctx: Ctx, { account, provider }: Asked): Promise<number> {
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
