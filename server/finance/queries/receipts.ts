import type { ReceiptDto } from '#shared/finance.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'

/** A receipt of the caller's books, with what is needed to serve it. */
export async function requireReceipt(ctx: UserCtx, id: string) {
  const { agencyId } = ctx.reach
  const row = await selectFrom(ctx, 'expense_receipts')
    .select(['id', 'expense_id', 'name', 'content_type', 'size', 'storage_key'])
    .where('id', '=', id)
    .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This receipt')
  return row
}

/** The receipt of an expense whose reader was checked. */
export async function findReceiptOf(ctx: Ctx, expenseId: string): Promise<ReceiptDto | null> {
  const row = await selectFrom(ctx, 'expense_receipts')
    .select(['id', 'name', 'size'])
    .where('expense_id', '=', expenseId)
    .executeTakeFirst()
  return row ?? null
}
