import type { z } from 'zod'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import type { connectKeysInput } from '#shared/money/payments/schemas/payment-accounts.ts'
import {
  type AccountState,
  describeStripeAccount,
  registerStripeEndpoint,
  removeStripeEndpoint,
} from '../../../base/adapters/payments/payment-accounts-stripe.ts'
import { requireRights, requireSameAccount } from '../../../base/adapters/payments/payment-keys-stripe.ts'
import { isTestKey } from '../../../base/adapters/payments/payment-provider.ts'
import { AppError, fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { sealForInstance } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { currentAccount, stateColumns } from '../accounts/queries/accounts.ts'
import { describeAccount, webhookUrl } from '../accounts/queries/describe-account.ts'
import { closeAccountNow, requireNoneProcessing, retireAccount } from './remove-account.ts'

type Keys = z.output<typeof connectKeysInput>

/**
 * Connects the agency's own account. Verifies the keys and stores them encrypted. Another key of the same
 * account replaces the previous one; another account replaces the old account, whose saved data is deleted.
 */
export async function connectKeys(ctx: AgencyCtx & UserRequest, input: Keys): Promise<PaymentAccountDto> {
  await reAuthenticate(ctx, input)
  requireSameMode(input)
  const keys = { secretKey: input.secret_key, apiBase: ctx.services.config.stripeApiBase }
  const state = await describeStripeAccount(keys)
  await requireRights(keys)
  await requireSameAccount(keys, input.publishable_key)
  const before = await currentAccount(ctx, ctx.reach.agencyId)
  const isSame =
    before?.kind === 'keys' &&
    before.provider_account_id === state.id &&
    before.livemode === toFlag(state.livemode)
  const id = isSame ? before.id : newId()
  const { stripe } = ctx.services.config
  const isPortals = stripe?.secretKey === input.secret_key && stripe.webhookSecret !== null
  const endpoint =
    input.webhook_secret || isPortals || (isSame && before.webhook_secret !== null)
      ? null
      : await registerStripeEndpoint(keys, await webhookUrl(ctx, ctx.reach.agencyId, id))
  try {
    await transact(ctx, async (tx) => {
      const now = await currentAccount(tx, ctx.reach.agencyId)
      if (now?.id !== before?.id)
        throw new AppError('CONFLICT', 'The account has just been changed. Try again.')
      if (before !== undefined && !isSame) {
        await requireNoneProcessing(tx, before)
        await retireAccount(tx, before)
      }
      await store(tx, { id, state, input, endpoint }, isSame)
      const change = before === undefined ? 'connected' : isSame ? 'updated' : 'replaced'
      await record(tx, 'payment-account.changed', { id, name: state.name, change })
    })
  } catch (error) {
    if (endpoint !== null) await removeStripeEndpoint(keys, endpoint.id)
    throw error
  }
  if (before !== undefined && !isSame) await closeAccountNow(ctx, before)
  return describeAccount(ctx)
}

function requireSameMode({ publishable_key, secret_key }: Keys): void {
  if (isTestKey(publishable_key) === isTestKey(secret_key)) return
  const message = 'One key is for test mode and the other for live mode. Enter two keys for the same mode.'
  throw fieldError('publishable_key', message)
}

interface Stored {
  id: string
  state: AccountState
  input: Keys
  endpoint: { id: string; secret: string } | null
}

async function store(tx: Tx<AgencyCtx>, stored: Stored, isSame: boolean): Promise<void> {
  const { id, state, input, endpoint } = stored
  const seal = (secret: string) => sealForInstance(tx.services.config, secret)
  const now = toInstant(tx.now)
  const webhookSecret = endpoint?.secret ?? (input.webhook_secret || null)
  const row = {
    ...stateColumns(state),
    publishable_key: input.publishable_key,
    secret_key: seal(input.secret_key),
    secret_hint: input.secret_key.slice(-4),
    ...(webhookSecret !== null && {
      webhook_secret: seal(webhookSecret),
      webhook_endpoint_id: endpoint?.id ?? null,
    }),
    checked_at: now,
    updated_at: now,
  }
  if (isSame) {
    await updateTable(tx, 'payment_accounts').set(row).where('id', '=', id).execute()
    return
  }
  await insertInto(tx, 'payment_accounts')
    .values({
      id,
      agency_id: tx.reach.agencyId,
      kind: 'keys',
      provider_account_id: state.id,
      livemode: toFlag(state.livemode),
      webhook_secret: null,
      webhook_endpoint_id: null,
      removed_at: null,
      created_at: now,
      ...row,
    })
    .execute()
}
