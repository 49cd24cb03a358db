import { formatCount } from '#shared/base/format.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { isRefusal, removeStripeEndpoint } from '../../../base/adapters/payments/payment-accounts-stripe.ts'
import { failedIntent } from '../../../base/adapters/payments/payment-provider.ts'
import { createStripeProvider } from '../../../base/adapters/payments/payment-provider-stripe.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact, transactIn } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { type ReAuth, reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { type AccountRow, currentAccount, unclosedAccounts } from '../accounts/queries/accounts.ts'
import { describeAccount } from '../accounts/queries/describe-account.ts'
import { keysOf } from '../accounts/queries/provider.ts'
import { settleCharge } from '../charge/commands/settle-payment.ts'

/**
 * Disconnects the agency's own account. Deletes its secrets and its clients' saved cards; payments received
 * on it remain but can only be refunded at the provider.
 */
export async function removeAccount(ctx: AgencyCtx & UserRequest, proof: ReAuth): Promise<PaymentAccountDto> {
  await reAuthenticate(ctx, proof)
  const account = await transact(ctx, async (tx) => {
    const current = await currentAccount(tx, ctx.reach.agencyId)
    if (current === undefined) throw notFound('This account')
    await requireNoneProcessing(tx, current)
    await retireAccount(tx, current)
    await record(tx, 'payment-account.changed', { id: current.id, name: current.name, change: 'removed' })
    return current
  })
  await closeAccountNow(ctx, account)
  return describeAccount(ctx)
}

/** Throws while payments are being processed: only the provider can tell whether they arrive, through its account. */
export async function requireNoneProcessing(tx: Tx, account: AccountRow): Promise<void> {
  const { count } = await selectFrom(acrossAgencies(tx), 'payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account.id)
    .where('status', '=', 'pending')
    .where('processing_since', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return
  const words = formatCount(Number(count), 'payment is', 'payments are')
  const message = `${words} still being processed by ${account.name}, which can take up to 14 days. Wait until then.`
  throw new AppError('CONFLICT', message, { reason: 'payments_processing' })
}

/** Disconnects the account when the agency is deleted, and finishes closing former ones. */
export async function endAccount(ctx: Ctx, agencyId: AgencyId): Promise<void> {
  const account = await currentAccount(ctx, agencyId)
  if (account !== undefined) await transactIn(ctx, agencyId, (tx) => retireAccount(tx, account))
  for (const row of await unclosedAccounts(ctx)) {
    if (row.agency_id === agencyId) await closeAccount(ctx, row)
  }
}

/** Prevents new payments on the account and deletes the data saved for payers; `closeAccount` does the rest. */
export async function retireAccount(caller: Tx, account: AccountRow): Promise<void> {
  const tx = acrossAgencies(caller)
  await updateTable(tx, 'payment_accounts')
    .set({ removed_at: toInstant(tx.now), updated_at: toInstant(tx.now) })
    .where('id', '=', account.id)
    .execute()
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await deleteFrom(tx, table).where('account', '=', account.id).execute()
  }
}

/** Closes the account at once, without waiting for the job; errors are left to it. */
export async function closeAccountNow(ctx: Ctx, account: AccountRow): Promise<void> {
  try {
    await closeAccount(ctx, account)
  } catch (error) {
    ctx.services.log.warn({ err: error, account: account.id }, 'a removed payment account is not closed yet')
  }
}

/**
 * Cancels the open charges of a removed account, deletes its webhook endpoint, then its secrets. If its keys are no
 * longer valid, charges are marked as failed unless they are being processed. If interrupted, a job continues.
 */
export async function closeAccount(caller: Ctx, account: AccountRow): Promise<void> {
  const ctx = acrossAgencies(caller)
  const keys = keysOf(ctx.services, account)
  const provider = keys === null ? null : createStripeProvider(keys)
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'processing_since'])
    .where('account', '=', account.id)
    .where('status', '=', 'pending')
    .execute()
  for (const payment of open) {
    const { id, provider_payment_id: intent, idempotency_key: idempotencyKey } = payment
    const request =
      intent === null
        ? provider?.find({ id, idempotencyKey, createdAt: payment.created_at })
        : provider?.cancel(intent)
    const state = await request?.catch(noneIfRefused)
    // It may still arrive, and its owner will see that at the provider.
    if (state == null && payment.processing_since !== null) continue
    await settleCharge(ctx, id, state ?? failedIntent('The account was removed before the payment finished.'))
  }
  if (keys !== null && account.webhook_endpoint_id !== null) {
    await removeStripeEndpoint(keys, account.webhook_endpoint_id)
  }
  await updateTable(ctx, 'payment_accounts')
    .set({ secret_key: null, webhook_secret: null, updated_at: toInstant(ctx.now) })
    .where('id', '=', account.id)
    .where('removed_at', 'is not', null)
    .execute()
}

/** Other errors, such as a timeout, don't tell whether the payer was charged. */
function noneIfRefused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}
