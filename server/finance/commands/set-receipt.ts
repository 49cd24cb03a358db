import type { FileStorage } from '../../adapters/file-storage.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { deleteFrom, updateTable } from '../../core/rows.ts'
import { afterCommit } from '../../core/transaction.ts'
import { requireReceipt } from '../queries/receipts.ts'

/** Makes this the receipt of the expense (null: it has none); one it had before goes with its bytes. */
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
    .executeTakeFirst()
  if (replaced !== undefined) {
    // Nothing refers to the bytes any more, even when they cannot be removed.
    afterCommit(tx, () => void storage.remove(replaced.storage_key).catch(() => undefined))
  }
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
