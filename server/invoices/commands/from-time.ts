import type { z } from 'zod'
import type { InvoiceDto, invoiceFromTimeInput } from '#shared/invoices.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { billTime } from '../../timesheets/commands/billing.ts'
import { unbilledTime } from '../../timesheets/queries/billing.ts'
import { getInvoice } from '../queries.ts'
import { insertInvoice, requireClientAndProject } from './save.ts'

/** Drafts an invoice from approved time and locks that time as invoiced; BAD_REQUEST when there is none. */
export function invoiceTime(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof invoiceFromTimeInput>,
): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    await requireClientAndProject(trx, scope, input)
    const { lines, currency } = await unbilledTime(trx, scope, input)
    if (lines.length === 0) {
      throw new AppError('BAD_REQUEST', 'There is no approved, unbilled time for this choice.')
    }
    const id = await insertInvoice(
      trx,
      scope,
      {
        client_id: input.client_id,
        project_id: input.project_id,
        title: input.title,
        description: null,
        notes: null,
        currency,
        discount: { type: 'none', value: 0 },
        items: lines.map((line) => ({
          description: line.description,
          quantity: line.quantity / 1000,
          rate: line.rate,
          tax_bps: input.tax_bps,
        })),
      },
      { dueOn: input.due_date, kind: 'invoice' },
    )
    await billTime(
      trx,
      scope,
      lines.flatMap((line) => line.entry_ids),
      id,
    )
    await recordActivity(trx, scope, {
      action: 'invoice.created',
      subject: { type: 'invoice', id },
      summary: `Invoice “${input.title}” drafted from time`,
      touches: ['invoices', 'workLog', 'timesheets'],
    })
    return getInvoice(trx, scope, id)
  })
}
