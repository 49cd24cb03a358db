import type { PaymentAccountDto } from '#shared/payment-accounts.ts'
import {
  type AccountState,
  createConnectedAccount,
  describeStripeAccount,
  onboardingLink,
} from '../../adapters/payment-accounts-stripe.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import { type ReAuth, reAuthenticate } from '../../auth/re-auth.ts'
import type { AgencyCtx, Ctx, UserRequest } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { type AccountRow, currentAccount } from '../queries/accounts.ts'
import { describeAccount } from '../queries/describe-account.ts'
import { keysOf } from '../queries/provider.ts'
import { stateColumns } from './set-up-keys.ts'

/**
 * Sends the owner to Stripe, where they tell about their business. The account is made with the first link and
 * takes cards once Stripe says so; it belongs to the agency, and the platform acts on it.
 */
export async function startOnboarding(ctx: AgencyCtx & UserRequest, proof: ReAuth): Promise<{ url: string }> {
  await reAuthenticate(ctx, proof)
  const { stripe, publicUrl } = ctx.services.config
  if (stripe === null || (await getPlatformRow(ctx)).connect_enabled !== 1) {
    throw new AppError('CONFLICT', 'This portal does not offer Stripe Connect.')
  }
  const before = await currentAccount(ctx, ctx.reach.agencyId)
  if (before?.kind === 'keys') {
    throw new AppError('CONFLICT', 'Remove the account with your own keys first.')
  }
  const id = before?.provider_account_id ?? (await makeAccount(ctx, stripe))
  return { url: await onboardingLink(stripe, id, `${publicUrl}/settings?section=payments`) }
}

async function makeAccount(
  ctx: AgencyCtx,
  keys: { secretKey: string; apiBase: string | null },
): Promise<string> {
  const { agencyId } = ctx.reach
  const state = await createConnectedAccount(keys, {
    email: ctx.actor.email,
    agencyId,
    // Two tabs make one account; after a removal there may be another.
    idempotencyKey: `account:${agencyId}:${toInstant(ctx.now).slice(0, 13)}`,
  })
  await transact(ctx, async (tx) => {
    await lockAgency(tx, agencyId)
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

/** Asks the provider how the account stands, for instance when the owner comes back from it. */
export async function refreshAccount(ctx: AgencyCtx): Promise<PaymentAccountDto> {
  const row = await currentAccount(ctx, ctx.reach.agencyId)
  if (row === undefined) throw notFound('This account')
  const keys = keysOf(ctx.services, row)
  if (keys === null)
    throw new AppError('CONFLICT', 'The keys of this account can’t be read. Enter them again.')
  await noteState(ctx, row, await describeStripeAccount(keys))
  return describeAccount(ctx)
}

/** Writes how an account stands; its owners hear of it where it begins or ceases to take cards. */
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
