import { EXPENSE_CATEGORIES, type ExpenseDto } from '#shared/finance.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'
import { findReceiptOf } from './receipts.ts'

/** One expense of the caller's books. */
export async function getExpense(ctx: UserCtx, id: string): Promise<ExpenseDto> {
  const { agencyId } = ctx.reach
  const found = await selectFrom(ctx, 'expenses')
    .leftJoin('invoices', 'invoices.id', 'expenses.invoice_id')
    .select([
      'expenses.id',
      'expenses.category',
      'expenses.vendor',
      'expenses.description',
      'expenses.amount',
      'expenses.currency',
      'expenses.spent_on',
      'expenses.client_id',
      'expenses.project_id',
      'expenses.rebillable',
      'expenses.tax_amount',
      'expenses.tax_bps',
      'expenses.version',
      'expenses.invoice_id',
      'invoices.number',
      'invoices.title',
    ])
    .where('expenses.id', '=', id)
    .where('expenses.agency_id', agencyId === null ? 'is' : '=', agencyId)
    .executeTakeFirst()
  if (found === undefined) throw notFound('This expense')
  const { invoice_id, number, title, ...row } = found
  const category = EXPENSE_CATEGORIES.find((name) => name === row.category) ?? 'other'
  return {
    ...row,
    category,
    rebillable: fromFlag(row.rebillable),
    billed: invoice_id === null ? null : { invoice_id, number, title: title ?? '' },
    receipt: await findReceiptOf(ctx, id),
  }
}
