import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getBankRule } from '../queries/rules.ts'

/** Deletes a rule; what was booked with it remains. */
export function deleteRule(ctx: AgencyCtx, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { contains } = await getBankRule(tx, id)
    await deleteFrom(tx, 'bank_rules')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', id)
      .execute()
    await record(tx, 'bank-rule.deleted', { id, contains })
    return { id }
  })
}
