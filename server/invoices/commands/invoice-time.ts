import type { z } from 'zod'
import type { InvoiceDto, invoiceFromTimeInput } from '#shared/invoices.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { billTime } from '../../timesheets/commands/claim.ts'
import { unbilledTime } from '../../timesheets/queries/billing.ts'
import { getInvoice } from '../queries/invoices.ts'
import { atTaxRates, insertInvoice, requireClientAndProject } from './write.ts'

/** Drafts an invoice from approved time and locks that time as invoiced; BAD_REQUEST when there is none. */
export function invoiceTime(
  ctx: AgencyCtx,
  input: z.output<typeof invoiceFromTimeInput>,
): Promise<InvoiceDto> {
  return transact(ctx, async (tx) => {
    await requireClientAndProject(tx, input)
    const { lines, currency } = await unbilledTime(tx, input)
    if (lines.length === 0) {
      throw new AppError('BAD_REQUEST', 'There is no approved, unbilled time to invoice.')
    }
    const id = await insertInvoice(
      tx,
      {
        client_id: input.client_id,
        project_id: input.project_id,
        title: input.title,
        description: null,
        notes: null,
        currency,
        discount: { type: 'none', value: 0 },
        prices_include_tax: false,
        purchase_order: null,
        items: await atTaxRates(
          tx,
          lines.map((line) => ({
            description: line.description,
            quantity: line.quantity / 1000,
            unit: 'hour',
            project_id: line.project_id,
            rate: line.rate,
            tax_rate_id: input.tax_rate_id ?? null,
            tax_bps: input.tax_bps,
          })),
        ),
      },
      { dueOn: input.due_date, kind: 'invoice', createdBy: ctx.actor.userId },
    )
    await billTime(
      tx,
      lines.flatMap((line) => line.entry_ids),
      id,
    )
    await record(tx, 'invoice.created', { id, title: input.title, fromTime: true })
    return getInvoice(tx, id)
  })
}
