import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import {
  type AccountState,
  createConnectedAccount,
  describeStripeAccount,
  onboardingLink,
} from '../../../../base/adapters/payments/payment-accounts-stripe.ts'
import { modeOf } from '../../../../base/adapters/payments/payment-provider.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, UserRequest } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../../base/db/values.ts'
import { agencyUrl } from '../../../../identity/agencies/queries/host.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { type ReAuth, reAuthenticate } from '../../../../identity/auth/re-auth.ts'
import { type AccountRow, currentAccount, stateColumns } from '../queries/accounts.ts'
import { describeAccount } from '../queries/describe-account.ts'
import { keysOf } from '../queries/provider.ts'

/**
 * Sends the owner to Stripe's onboarding. The first link creates the account, which belongs to the agency and
 * accepts cards once Stripe approves it; the platform acts on it.
 */
export async function startOnboarding(ctx: AgencyCtx & UserRequest, proof: ReAuth): Promise<{ url: string }> {
  await reAuthenticate(ctx, proof)
  const { stripe } = ctx.services.config
  if (stripe === null || (await getPlatformRow(ctx)).connect_enabled !== 1) {
    throw new AppError('CONFLICT', 'This portal does not offer Stripe Connect.')
  }
  const before = await currentAccount(ctx, ctx.reach.agencyId)
  if (before?.kind === 'keys') {
    throw new AppError('CONFLICT', 'Remove the account with your own keys first.')
  }
  const id = before?.provider_account_id ?? (await makeAccount(ctx, stripe))
  return {
    url: await onboardingLink(
      stripe,
      id,
      `${await agencyUrl(ctx, ctx.reach.agencyId)}/settings?section=payments`,
    ),
  }
}

async function makeAccount(
  ctx: AgencyCtx,
  keys: { secretKey: string; apiBase: string | null },
): Promise<string> {
  const { agencyId } = ctx.reach
  const state = await createConnectedAccount(keys, {
    email: ctx.actor.email,
    agencyId,
    // Concurrent tabs create the same account; after a removal, another can be created.
    idempotencyKey: `account:${agencyId}:${toInstant(ctx.now).slice(0, 13)}:${modeOf(keys.secretKey)}`,
  })
  await transact(ctx, async (tx) => {
    const current = await currentAccount(tx, agencyId)
    if (current?.provider_account_id === state.id) return
    if (current !== undefined) throw new AppError('CONFLICT', 'The account has just been changed. Try again.')
    const now = toInstant(tx.now)
    const id = newId()
    await insertInto(tx, 'payment_accounts')
      .values({
        id,
        agency_id: agencyId,
        kind: 'connect',
        provider_account_id: state.id,
        livemode: toFlag(state.livemode),
        ...stateColumns(state),
        publishable_key: null,
        secret_key: null,
        secret_hint: null,
        webhook_endpoint_id: null,
        webhook_secret: null,
        checked_at: now,
        removed_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await record(tx, 'payment-account.changed', { id, name: state.name, change: 'connected' })
  })
  return state.id
}

/** Reads the account's state from the provider, for example when the owner returns from onboarding. */
export async function refreshAccount(ctx: AgencyCtx): Promise<PaymentAccountDto> {
  const row = await currentAccount(ctx, ctx.reach.agencyId)
  if (row === undefined) throw notFound('This account')
  const keys = keysOf(ctx.services, row)
  if (keys === null)
    throw new AppError('CONFLICT', 'The keys of this account can’t be read. Enter them again.')
  await noteState(ctx, row, await describeStripeAccount(keys))
  return describeAccount(ctx)
}

/** Stores the account's state; owners are notified when it starts or stops accepting cards. */
export function noteState(caller: Ctx, row: AccountRow, state: AccountState): Promise<void> {
  return transact(acrossAgencies(caller), async (tx) => {
    const columns = stateColumns(state)
    await updateTable(tx, 'payment_accounts')
      .set({ ...columns, checked_at: toInstant(tx.now), updated_at: toInstant(tx.now) })
      .where('id', '=', row.id)
      .where('removed_at', 'is', null)
      .execute()
    if (columns.charges_enabled === row.charges_enabled) return
    const change = state.chargesEnabled ? 'connected' : 'removed'
    await record(tx, 'payment-account.changed', {
      id: row.id,
      agencyId: row.agency_id,
      name: state.name,
      change,
    })
  })
}
