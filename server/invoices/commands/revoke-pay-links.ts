import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { ownInvoice } from './create-pay-link.ts'

/** Ends every pay link of the invoice, those in e-mails included. */
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
