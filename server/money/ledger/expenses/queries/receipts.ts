import type { ReceiptDto } from '#shared/money/ledger/finance.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** A receipt in the caller's ledger, with what is needed to serve it. */
export async function requireReceipt(ctx: UserCtx, id: string) {
  const { agencyId } = ctx.reach
  const row = await selectFrom(ctx, 'expense_receipts')
    .leftJoin('damaged_files', 'damaged_files.file_key', 'expense_receipts.storage_key')
    .select(['id', 'expense_id', 'name', 'content_type', 'size', 'sha256', 'expense_receipts.storage_key'])
    .select('damaged_files.state as trouble')
    .where('id', '=', id)
    .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This receipt')
  return row
}

/** An expense's receipt; the caller must have checked access to the expense. */
export async function findReceiptOf(ctx: Ctx, expenseId: string): Promise<ReceiptDto | null> {
  const row = await selectFrom(ctx, 'expense_receipts')
    .select(['id', 'name', 'size'])
    .where('expense_id', '=', expenseId)
    .executeTakeFirst()
  return row ?? null
}
