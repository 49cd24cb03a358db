import type Stripe from 'stripe'
import { toAccountState } from '../../../base/adapters/payments/payment-accounts-stripe.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { transact } from '../../../base/core/transaction.ts'
import { noteState } from '../accounts/commands/start-onboarding.ts'
import { findAccount } from '../accounts/queries/accounts.ts'
import { closeAccountNow, retireAccount } from './remove-account.ts'

/** Applies an event about a connected account; returns false for events about objects in it. */
export async function applyConnectEvent(ctx: Ctx, id: string, event: Stripe.Event): Promise<boolean> {
  const row = await findAccount(ctx, id)
  if (row === undefined) return false
  if (event.type === 'account.updated' && event.data.object.id === row.provider_account_id) {
    await noteState(ctx, row, toAccountState(event.data.object, row.livemode === 1))
    return true
  }
  if (event.type !== 'account.application.deauthorized') return false
  await transact(acrossAgencies(ctx), async (tx) => {
    await retireAccount(tx, row)
    const { name, agency_id: agencyId } = row
    await record(tx, 'payment-account.changed', { id, agencyId, name, change: 'removed' })
  })
  await closeAccountNow(ctx, row)
  return true
}
