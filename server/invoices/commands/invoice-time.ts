import type { z } from 'zod'
import type { InvoiceDocumentDto, invoiceFromTimeInput } from '#shared/invoices.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { billExpenses } from '../../finance/commands/claim.ts'
import { requireUnbilled } from '../../finance/queries/unbilled-expenses.ts'
import { billTime } from '../../timesheets/commands/claim.ts'
import { unbilledTime } from '../../timesheets/queries/billing.ts'
import { getInvoice } from '../queries/invoices.ts'
import { rebilledLine } from '../rules.ts'
import { atTaxRates, insertInvoice, requireClientAndProject } from './write.ts'

/** Drafts an invoice from approved time and chosen expenses, and marks them as billed; BAD_REQUEST without any. */
export function invoiceTime(
  ctx: AgencyCtx,
  input: z.output<typeof invoiceFromTimeInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await requireClientAndProject(tx, input)
    const { lines, currency } = await unbilledTime(tx, input)
    const hours = input.include_time ? lines : []
    const expenses = await requireUnbilled(tx, input.client_id, input.expense_ids)
    if (hours.length + expenses.length === 0) {
      throw new AppError('BAD_REQUEST', 'There is no approved, unbilled time to invoice.')
    }
    const rebilling = { markup_bps: input.markup_bps, base: currency, currency, rate: '1' }
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
          [
            ...hours.map(({ description, quantity, rate, project_id }) => ({
              description,
              quantity: quantity / 1000,
              unit: 'hour',
              project_id,
              rate,
            })),
            ...expenses.map((expense) => rebilledLine(expense, rebilling)),
          ].map((line) => ({ ...line, tax_rate_id: input.tax_rate_id ?? null, tax_bps: input.tax_bps })),
        ),
      },
      { dueOn: input.due_date, kind: 'invoice', createdBy: ctx.actor.userId },
    )
    const drafted = await getInvoice(tx, id)
    const lineIds = drafted.items.map((item) => item.id)
    await billTime(
      tx,
      id,
      hours.map(({ entry_ids }, index) => ({ id: lineIds[index] ?? '', entry_ids })),
    )
    await billExpenses(
      tx,
      id,
      expenses.map((expense, index) => ({ id: expense.id, line_id: lineIds[hours.length + index] ?? '' })),
    )
    await record(tx, 'invoice.created', { id, title: input.title, fromTime: hours.length > 0 })
    return drafted
  })
}
