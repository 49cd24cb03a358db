import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { ownInvoice } from './create-pay-link.ts'

/** Revokes all of the invoice's pay links, including those in mails. */
export function revokePayLinks(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const invoice = await ownInvoice(tx, input.id)
    await updateTable(tx, 'invoice_pay_links')
      .set({ revoked_at: toInstant(ctx.now) })
      .where('invoice_id', '=', input.id)
      .where('revoked_at', 'is', null)
      .execute()
    await record(tx, 'invoice.links-revoked', { id: input.id, name: invoice.number ?? invoice.title })
    return { id: input.id }
  })
}
