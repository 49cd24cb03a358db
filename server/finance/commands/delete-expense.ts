import type { FileStorage } from '../../adapters/file-storage.ts'
import type { UserCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { getExpense } from '../queries/expenses.ts'
import { setReceipt } from './set-receipt.ts'
import { billed } from './write-expense.ts'

/** Removes an expense, with its receipt, from the books. */
export function deleteExpense(
  ctx: UserCtx,
  input: { id: string },
  storage: FileStorage,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const expense = await getExpense(tx, input.id)
    if (expense.billed !== null) throw billed(expense)
    await setReceipt(tx, input.id, null, storage)
    await deleteFrom(tx, 'ledger_entries').where('expense_id', '=', input.id).execute()
    const { numDeletedRows } = await deleteFrom(tx, 'expenses')
      .where('id', '=', input.id)
      .where('invoice_id', 'is', null)
      .executeTakeFirst()
    if (Number(numDeletedRows) !== 1) throw conflict('This expense')
    await record(tx, 'expense.changed', {
      id: input.id,
      description: expense.description,
      change: 'deleted',
    })
    return { id: input.id }
  })
}
