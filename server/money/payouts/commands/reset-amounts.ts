import type { SelfBillPaper } from '#shared/money/self-bill-paper.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { getPayout } from '../queries.ts'
import { setAmount } from './add-bill.ts'

/**
 * Returns pending payouts to the net amount if they still have the total of a self-billed document that was canceled
 * while the amount was fixed, by a file or by having been paid.
 */
export async function resetAmounts(tx: Tx<AgencyCtx>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const payout = await getPayout(tx, id)
    if (payout.status !== 'pending' || payout.sepa_batch_id !== null || payout.bill !== null) continue
    const documents = await selectFrom(tx, 'self_bills')
      .select(['net', 'tax', 'paper'])
      .where('agency_id', '=', tx.reach.agencyId)
      .where('payout_id', '=', id)
      .where('kind', '=', 'bill')
      .where((eb) => eb(eb('net', '+', eb.ref('tax')), '=', payout.amount))
      .execute()
    const ofNet = documents.find(({ paper }) => !(JSON.parse(paper) as SelfBillPaper).includes_tax)
    if (ofNet !== undefined && ofNet.tax !== 0) await setAmount(tx, payout, ofNet.net)
  }
}
