import { EXPENSE_CATEGORIES, type ExpenseDto } from '#shared/money/ledger/finance.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { findReceiptOf } from './receipts.ts'

/** One expense in the caller's ledger. */
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
      'expenses.base_amount',
      'expenses.spent_on',
      'expenses.client_id',
      'expenses.project_id',
      'expenses.rebillable',
      'expenses.refund',
      'expenses.tax_amount',
      'expenses.tax_bps',
      'expenses.treatment',
      'expenses.supplier_country',
      'expenses.owed_bps',
      'expenses.deductible_bps',
      'expenses.reversed_on',
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
    treatment: row.treatment ?? 'taxed',
    deductible_bps: row.deductible_bps ?? DEDUCTIBLE,
    rebillable: fromFlag(row.rebillable),
    refund: fromFlag(row.refund),
    billed: invoice_id === null ? null : { invoice_id, number, title: title ?? '' },
    receipt: await findReceiptOf(ctx, id),
  }
}
