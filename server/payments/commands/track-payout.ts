import type { ProviderPayoutStatus } from '#shared/provider-payouts.ts'
import type { ProviderPayout } from '../../adapters/payment-provider-stripe-balance.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import type { BalanceOwner } from '../queries/balance-reader.ts'

/** A payout that was paid may still come back from the bank. */
const RANK: Record<ProviderPayoutStatus, number> = {
  pending: 0,
  in_transit: 1,
  paid: 2,
  failed: 3,
  canceled: 3,
}

/** Takes in how a payout stands. It only moves on, so that older news changes nothing; a failure is told once. */
export async function notePayout(caller: Tx, owner: BalanceOwner, payout: ProviderPayout): Promise<void> {
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
    .onConflict((known) => known.columns(['account', 'provider_payout_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) {
    if (payout.status === 'failed') await tellFailure(tx, owner, inserted.id, payout)
    return
  }
  const known = await selectFrom(tx, 'provider_payouts')
    .select(['id', 'status', 'agency_id'])
    .where('account', '=', account)
    .where('provider_payout_id', '=', payout.id)
    .executeTakeFirstOrThrow()
  if (payout.itemization === 'complete') {
    await updateTable(tx, 'provider_payouts')
      .set({ itemization: 'complete', updated_at: instant })
      .where('id', '=', known.id)
      .where('itemization', '!=', 'complete')
      .execute()
  }
  if (RANK[payout.status] <= RANK[known.status]) return
  const moved = await updateTable(tx, 'provider_payouts')
    .set({
      status: payout.status,
      arrives_on: payout.arrivesOn,
      failure_message: payout.failure,
      updated_at: instant,
    })
    .where('id', '=', known.id)
    .where('status', '=', known.status)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined || payout.status !== 'failed') return
  await tellFailure(tx, { account, agencyId: known.agency_id }, known.id, payout)
}

const tellFailure = (
  tx: Tx,
  { agencyId }: BalanceOwner,
  id: string,
  { amount, currency, failure }: ProviderPayout,
): Promise<void> => record(tx, 'provider-payout.failed', { id, agencyId, amount, currency, failure })
