import type Stripe from 'stripe'
import { toAccountState } from '../../adapters/payment-accounts-stripe.ts'
import type { Ctx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { findAccount } from '../queries/accounts.ts'
import { closeAccount, retireAccount } from './remove-account.ts'
import { noteState } from './start-onboarding.ts'

/** Applies an event about a connected account itself; false where it is about something on it. */
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
  await closeAccount(ctx, row)
  return true
}
