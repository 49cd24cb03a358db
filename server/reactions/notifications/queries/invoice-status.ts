import type { InvoiceStatus } from '#shared/money/invoices/invoices.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The status of an invoice, which may be beyond the actor's access; undefined if it doesn't exist. */
export async function invoiceStatus(ctx: Ctx, id: string): Promise<InvoiceStatus | undefined> {
  const row = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status
}
