import type { PaymentAccountDto } from '#shared/payment-accounts.ts'
import type { AgencyId } from '#shared/roles.ts'
import { removeStripeEndpoint } from '../../adapters/payment-accounts-stripe.ts'
import { createStripeProvider } from '../../adapters/payment-provider-stripe.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { type ReAuth, reAuthenticate } from '../../auth/re-auth.ts'
import type { AgencyCtx, Ctx, Tx, UserRequest } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { type AccountRow, currentAccount } from '../queries/accounts.ts'
import { describeAccount } from '../queries/describe-account.ts'
import { keysOf } from '../queries/provider.ts'
import { failedIntent, settleCharge } from './charge.ts'

/**
 * Takes no more client payments on the agency's own account. Its secrets and its clients' saved cards go; the
 * payments it received stay, and are given back at the provider alone.
 */
export async function removeAccount(ctx: AgencyCtx & UserRequest, proof: ReAuth): Promise<PaymentAccountDto> {
  await reAuthenticate(ctx, proof)
  const account = await transact(ctx, async (tx) => {
    await lockAgency(tx, ctx.reach.agencyId)
    const current = await currentAccount(tx, ctx.reach.agencyId)
    if (current === undefined) throw notFound('This account')
    await retireAccount(tx, current)
    await record(tx, 'payment-account.changed', { id: current.id, name: current.name, change: 'removed' })
    return current
  })
  await closeAccount(ctx, account)
  return describeAccount(ctx)
}

/** The same when the agency itself goes. */
export async function endAccount(ctx: Ctx, agencyId: AgencyId): Promise<void> {
  const account = await currentAccount(ctx, agencyId)
  if (account === undefined) return
  await transact(ctx, (tx) => retireAccount(tx, account))
  await closeAccount(ctx, account)
}

/** From here on nothing new begins on the account; what it kept for payers belongs to nobody any more. */
export async function retireAccount(caller: Tx, account: AccountRow): Promise<void> {
  const tx = acrossAgencies(caller)
  await updateTable(tx, 'payment_accounts')
    .set({
      removed_at: toInstant(tx.now),
      updated_at: toInstant(tx.now),
      secret_key: null,
      webhook_secret: null,
    })
    .where('id', '=', account.id)
    .execute()
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await deleteFrom(tx, table).where('account', '=', account.id).execute()
  }
}

/**
 * Ends what was under way on an account, given as it was before: open charges are cancelled at the provider,
 * and its endpoint there is removed. Where its keys open nothing any more, charges count as failed.
 */
export async function closeAccount(caller: Ctx, account: AccountRow): Promise<void> {
  const ctx = acrossAgencies(caller)
  const keys = keysOf(ctx.services, account)
  const provider = keys === null ? null : createStripeProvider(keys)
  const open = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at'])
    .where('account', '=', account.id)
    .where('status', '=', 'pending')
    .execute()
  for (const payment of open) {
    const { id, provider_payment_id: intent, idempotency_key: idempotencyKey } = payment
    const asked =
      intent === null
        ? provider?.find({ id, idempotencyKey, createdAt: payment.created_at })
        : provider?.cancel(intent)
    const state = await asked?.catch(() => null)
    await settleCharge(ctx, id, state ?? failedIntent('The account was removed before the payment finished.'))
  }
  if (keys === null || account.webhook_endpoint_id === null) return
  await removeStripeEndpoint(keys, account.webhook_endpoint_id).catch((error: unknown) =>
    ctx.services.log.warn({ err: error, account: account.id }, 'a webhook endpoint could not be removed'),
  )
}
