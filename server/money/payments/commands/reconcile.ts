import { links } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PaymentProvider, SetupState } from '../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { WorkItem } from '../../../base/core/work/items.ts'
import { itemsTurn } from '../../../base/core/work/queries.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { elapsedMs, isLongAgo, isRecent } from '../../../base/db/elapsed.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { type AccountRow, unclosedAccounts } from '../accounts/queries/accounts.ts'
import { providerOf } from '../accounts/queries/provider.ts'
import { settleDisputes } from '../book/commands/settle-disputes.ts'
import { accountItems } from '../book/queries/account-items.ts'
import { settleSetup } from '../cards/commands/add-card.ts'
import { releaseLostTries } from '../cards/commands/limit-declines.ts'
import { settleLost } from '../charge/commands/release-open-charge.ts'
import { settleCharge } from '../charge/commands/settle-payment.ts'
import { INSTANCE, type PaymentRow } from '../rules.ts'
import { compareIdentity } from './compare-identity.ts'
import { settleRefund } from './refund.ts'
import { closeAccount } from './remove-account.ts'

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
  agencyId: AgencyId | null
  provider: PaymentProvider
}

/**
 * Resolves payments left pending by a lost response or missed webhook: queries the provider, and cancels
 * authentications not finished within a day and expired vouchers. Finishes closing removed accounts. Returns the
 * number of payments settled.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  const within = ['payment', 'refund', 'card-setup', 'dispute'] as const
  const working = { work: 'payment-account' as const, within, of: (item: WorkItem) => item }
  const removed = new Map((await unclosedAccounts(ctx)).map((row) => [row.id, row]))
  const items = [...(await accountItems(ctx)), ...[...removed.values()].map(removedItem)]
  return workThrough(ctx, working, items, async ({ id: account, agencyId }) => {
    const row = removed.get(account)
    if (row !== undefined) return closeAccount(ctx, row)
    // In case it wasn't possible at the start.
    if (account === INSTANCE) await compareIdentity(ctx)
    const source = { account, agencyId, provider: await providerOf(ctx, account) }
    return (
      (await reconcileCharges(ctx, source)) +
      (await reconcileRefunds(ctx, source)) +
      (await reconcileSetups(ctx, source)) +
      (await settleDisputes(ctx, source))
    )
  })
}

const removedItem = ({ id, agency_id: agencyId, name }: AccountRow): WorkItem => ({ id, agencyId, name })

interface OfPayment {
  id: string
  agency_id: AgencyId | null
  description: string
  invoice_id: string | null
}

const paymentItem = ({ id, agency_id, description, invoice_id }: OfPayment): WorkItem => ({
  id,
  agencyId: agency_id,
  name: `“${description}”`,
  ...(agency_id !== null && invoice_id !== null && { link: links.invoice(invoice_id) }),
})

/**
 * Books charges whose process died before storing the response, within a minute. A charge unknown to the
 * provider may still be on its way, so that is left to the reconciliation.
 */
export async function bookInterrupted(ctx: Ctx): Promise<number> {
  await releaseLostTries(ctx)
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'idempotency_key', 'created_at', 'account', 'provider'])
    .select(['agency_id', 'description', 'invoice_id'])
    .where(itemsTurn(ctx, 'interrupted-payment', 'payments.id'))
    .where('status', '=', 'pending')
    .where('method', '=', 'card')
    .where('provider_payment_id', 'is', null)
    .where('purpose', '!=', 'subscription')
    .where(isRecent('created_at', ctx.now, QUIET_MINUTES))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  return workThrough(ctx, { work: 'interrupted-payment', of: paymentItem }, open, async (payment) => {
    const provider = await providerOf(ctx, payment.account)
    if (provider.name !== payment.provider) return 0
    const found = await provider.find({
      id: payment.id,
      idempotencyKey: payment.idempotency_key,
      createdAt: payment.created_at,
    })
    if (found?.status !== 'succeeded' && found?.status !== 'processing') return 0
    await settleCharge(ctx, payment.id, found)
    return 1
  })
}

async function reconcileCharges(ctx: Ctx, { account, provider }: ReconciledAccount): Promise<number> {
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'account', 'processing_since'])
    .select(['waiting_since', 'waiting_until', 'agency_id', 'description', 'invoice_id'])
    .where(itemsTurn(ctx, 'payment', 'payments.id'))
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    // Plan payments are settled with their subscription.
    .where('purpose', '!=', 'subscription')
    .where(isLongAgo('created_at', ctx.now, QUIET_MINUTES))
    .where((eb) =>
      eb.or([
        eb.and([eb('processing_since', 'is', null), eb('waiting_since', 'is', null)]),
        isLongAgo('updated_at', ctx.now, PROCESSING_MINUTES),
      ]),
    )
    // Least recently queried first, so that long-running ones don't delay others.
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  return workThrough(ctx, { work: 'payment', of: paymentItem }, open, async (payment) => {
    if (payment.provider_payment_id === null) {
      await settleLost(ctx, payment)
      return 1
    }
    const state = await (isAbandoned(payment, ctx.now)
      ? provider.cancel(payment.provider_payment_id)
      : provider.retrieve(payment.provider_payment_id))
    await settleCharge(ctx, payment.id, state)
    return 1
  })
}

/** Whether the payer didn't finish in time, so that the charge can be canceled. */
function isAbandoned(
  payment: Pick<PaymentRow, 'created_at' | 'processing_since' | 'waiting_since' | 'waiting_until'>,
  now: Date,
): boolean {
  if (payment.processing_since !== null) return false
  if (payment.waiting_since === null) {
    return elapsedMs(payment.created_at, now) > ABANDONED_HOURS * 3_600_000
  }
  const { waiting_until: until } = payment
  return until !== null && until < toInstant(addMinutes(now, -1440 * LATE_REPORT_DAYS))
}

/** Refunds whose response was lost; one unknown to the provider wasn't made. */
async function reconcileRefunds(ctx: Ctx, { account, provider }: ReconciledAccount): Promise<number> {
  const open = await selectFrom(ctx, 'payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .select(['payment_refunds.id', 'payment_refunds.idempotency_key', 'payments.provider_payment_id'])
    .select(['payments.agency_id', 'payments.description', 'payments.invoice_id'])
    .where(itemsTurn(ctx, 'refund', 'payment_refunds.id'))
    .where('payment_refunds.status', '=', 'pending')
    .where('payments.provider', '=', provider.name)
    .where('payments.account', '=', account)
    .where(isLongAgo('payment_refunds.created_at', ctx.now, QUIET_MINUTES))
    .orderBy('payment_refunds.created_at')
    .limit(BATCH)
    .execute()
  return workThrough(ctx, { work: 'refund', of: paymentItem }, open, async (refund) => {
    const found = await provider.findRefund({
      intentId: refund.provider_payment_id ?? '',
      refundId: refund.id,
      idempotencyKey: refund.idempotency_key,
    })
    const state = found ?? { id: null, status: 'failed' as const, failure: NOT_REFUNDED }
    await settleRefund(ctx, refund.id, state)
    return 1
  })
}

const NOT_REFUNDED = 'The refund was interrupted. Nothing was refunded.'

/** Interrupted card setups, and those not authenticated within a day. */
async function reconcileSetups(
  ctx: Ctx,
  { account, agencyId, provider }: ReconciledAccount,
): Promise<number> {
  const open = await selectFrom(ctx, 'card_setups')
    .select(['id', 'provider_setup_id', 'created_at'])
    .where(itemsTurn(ctx, 'card-setup', 'card_setups.id'))
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    .where(isLongAgo('created_at', ctx.now, QUIET_MINUTES))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  const of = ({ id }: { id: string }) => ({ id, agencyId, name: 'a client’s card' })
  return workThrough(ctx, { work: 'card-setup', of }, open, async (setup) => {
    const state = setup.provider_setup_id && (await provider.retrieveSetup(setup.provider_setup_id))
    const abandoned = elapsedMs(setup.created_at, ctx.now) > ABANDONED_HOURS * 3_600_000
    const over = !state || (abandoned && state.status !== 'succeeded')
    await settleSetup(ctx, setup.id, over ? NOT_SAVED : state)
    return 1
  })
}

const NOT_SAVED: SetupState = {
  id: '',
  status: 'failed',
  clientSecret: null,
  failure: 'The card was not saved.',
  savedCard: null,
}
