import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { releaseBilled } from './release.ts'
import { locked } from './save.ts'

/** Deletes a draft; sent invoices can't be deleted. */
export function deleteDraft(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const invoice = await selectFrom(tx, 'invoices')
      .select(['status', 'title'])
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .where('kind', '!=', 'template')
      .executeTakeFirst()
    if (invoice === undefined) throw notFound('This invoice')
    if (invoice.status !== 'draft') throw locked()
    await releaseBilled(tx, input.id)
    await deleteFrom(tx, 'invoices').where('id', '=', input.id).where('status', '=', 'draft').execute()
    await record(tx, 'invoice.deleted', { id: input.id, title: invoice.title })
    return { id: input.id }
  })
}
