import { EXPENSE_CATEGORIES, type ExpenseDto } from '#shared/finance.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'
import { findReceiptOf } from './receipts.ts'

/** One expense of the caller's books. */
export async function getExpense(ctx: UserCtx, id: string): Promise<ExpenseDto> {
  const { agencyId } = ctx.reach
  const row = await selectFrom(ctx, 'expenses')
    .select([
      'id',
      'category',
      'vendor',
      'description',
      'amount',
      'currency',
      'spent_on',
      'client_id',
      'project_id',
      'rebillable',
      'version',
    ])
    .where('id', '=', id)
    .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This expense')
  const category = EXPENSE_CATEGORIES.find((name) => name === row.category) ?? 'other'
  return { ...row, category, rebillable: fromFlag(row.rebillable), receipt: await findReceiptOf(ctx, id) }
}
