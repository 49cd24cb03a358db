import type { ProviderPayoutStatus } from '#shared/money/ledger/provider-payouts.ts'
import type { ProviderPayout } from '../../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import type { BalanceOwner } from '../queries/balance-reader.ts'

/** A paid payout can still be returned by the bank. */
const RANK: Record<ProviderPayoutStatus, number> = {
  pending: 0,
  in_transit: 1,
  paid: 2,
  failed: 3,
  canceled: 3,
}

/**
 * Records a payout's state. States only advance, so that older events have no effect; a failure is notified
 * once.
 */
export async function trackPayout(caller: Tx, owner: BalanceOwner, payout: ProviderPayout): Promise<void> {
  const tx = acrossAgencies(caller)
  const instant = toInstant(tx.now)
  const { account, agencyId } = owner
  const inserted = await insertInto(tx, 'provider_payouts')
    .values({
      id: newId(),
      agency_id: agencyId,
      account,
      provider_payout_id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      status: payout.status,
      itemization: payout.itemization,
      arrives_on: payout.arrivesOn,
      failure_message: payout.failure,
      read_at: null,
      created_at: instant,
      updated_at: instant,
    })
    .onConflict((conflict) => conflict.columns(['account', 'provider_payout_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) {
    if (payout.status === 'failed') await notifyFailure(tx, owner, inserted.id, payout)
    return
  }
  const existing = await selectFrom(tx, 'provider_payouts')
    .select(['id', 'status', 'agency_id'])
    .where('account', '=', account)
    .where('provider_payout_id', '=', payout.id)
    .executeTakeFirstOrThrow()
  if (payout.itemization === 'complete') {
    await updateTable(tx, 'provider_payouts')
      .set({ itemization: 'complete', updated_at: instant })
      .where('id', '=', existing.id)
      .where('itemization', '!=', 'complete')
      .execute()
  }
  if (RANK[payout.status] <= RANK[existing.status]) return
  const moved = await updateTable(tx, 'provider_payouts')
    .set({
      status: payout.status,
      arrives_on: payout.arrivesOn,
      failure_message: payout.failure,
      updated_at: instant,
    })
    .where('id', '=', existing.id)
    .where('status', '=', existing.status)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined || payout.status !== 'failed') return
  await notifyFailure(tx, { account, agencyId: existing.agency_id }, existing.id, payout)
}

const notifyFailure = (
  tx: Tx,
  { agencyId }: BalanceOwner,
  id: string,
  { amount, currency, failure }: ProviderPayout,
): Promise<void> => record(tx, 'provider-payout.failed', { id, agencyId, amount, currency, failure })
