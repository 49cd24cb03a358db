import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { lateFeeFrom, waivedDays } from '../rules.ts'
import { releaseBilled } from './release.ts'
import { locked } from './save.ts'

/** Deletes a draft; sent invoices can't be deleted. */
export function deleteDraft(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, (tx) => deleteDraftIn(tx, input.id))
}

export async function deleteDraftIn(tx: Tx<AgencyCtx>, id: string): Promise<{ id: string }> {
  const invoice = await selectFrom(tx, 'invoices')
    .select(['status', 'title', 'run_key'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('kind', '!=', 'template')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  if (invoice.status !== 'draft') throw locked()
  await releaseBilled(tx, id, { issued: false })
  await waiveFee(tx, invoice.run_key)
  await deleteFrom(tx, 'invoices').where('id', '=', id).where('status', '=', 'draft').execute()
  await record(tx, 'invoice.deleted', { id, title: invoice.title })
  return { id }
}

/** Otherwise the next run would draft the fee again. */
async function waiveFee(tx: Tx<AgencyCtx>, runKey: string | null): Promise<void> {
  const fee = lateFeeFrom(runKey)
  if (fee === null) return
  const late = await selectFrom(tx, 'invoices')
    .select('waived_fees')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', fee.invoiceId)
    .executeTakeFirst()
  if (late === undefined) return
  await updateTable(tx, 'invoices')
    .set({ waived_fees: JSON.stringify([...waivedDays(late), fee.day]) })
    .where('id', '=', fee.invoiceId)
    .execute()
}
