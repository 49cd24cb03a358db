import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { removeAfterCommit } from '../../../../base/adapters/storage/remove-after-commit.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { deleteFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { requireReceipt } from '../queries/receipts.ts'

/** Sets the expense's receipt (null for none); a replaced one is deleted with its bytes. */
export async function setReceipt(
  tx: Tx<UserCtx>,
  expenseId: string,
  receiptId: string | null,
  storage: FileStorage,
): Promise<void> {
  const receipt = receiptId === null ? null : await requireReceipt(tx, receiptId)
  if (receipt?.expense_id === expenseId) return
  if (receipt !== null && receipt.expense_id !== null) {
    throw belongsToAnother()
  }
  const replaced = await deleteFrom(tx, 'expense_receipts')
    .where('expense_id', '=', expenseId)
    .returning('storage_key')
    .execute()
  removeAfterCommit(tx, storage, replaced)
  if (receipt === null) return
  const taken = await updateTable(tx, 'expense_receipts')
    .set({ expense_id: expenseId })
    .where('id', '=', receipt.id)
    .where('expense_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw belongsToAnother()
}

const belongsToAnother = () => new AppError('CONFLICT', 'This receipt belongs to another expense.')
