import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { getInvoice } from '../queries/invoices.ts'
import { returnCredit } from './apply-credit.ts'
import { lockOpenInvoice, refuseWhilePaying } from './claim.ts'
import { releaseBilled } from './release.ts'

/** Withdraws a sent invoice on which nothing was paid; it keeps its number, and its client the credit applied. */
export function voidInvoice(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockOpenInvoice(tx, input.id)
    if (invoice.amount_paid > 0) {
      throw new AppError('CONFLICT', 'This invoice has payments. Refund them or issue a credit note.')
    }
    if (invoice.amount_credited > 0) {
      throw new AppError('CONFLICT', 'This invoice has credit notes. Credit the rest of it.')
    }
    await refuseWhilePaying(tx, input.id)
    const { version } = invoice
    await updateVersioned(
      tx,
      'invoices',
      { agency_id: ctx.reach.agencyId, id: input.id, version },
      { status: 'void', voided_at: toInstant(ctx.now), base_due: 0 },
      'This invoice',
    )
    await returnCredit(tx, input.id)
    await releaseBilled(tx, input.id)
    await record(tx, 'invoice.voided', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
    })
    return getInvoice(tx, input.id)
  })
}
