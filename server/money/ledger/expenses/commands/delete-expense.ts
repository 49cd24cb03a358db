import type { z } from 'zod'
import type { expenseDeleteInput } from '#shared/money/ledger/schemas/finance.ts'
import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { conflict } from '../../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { openDay, requireConfirmed } from '../../queries/open-days.ts'
import { getExpense } from '../queries/expenses.ts'
import { firstBookedOn, reverseBooking } from './book-expense.ts'
import { billed, refuseReversed } from './save-expense.ts'
import { setReceipt } from './set-receipt.ts'

/** Deletes an expense and its receipt. In a closed period, both remain, and the expense is reversed today. */
export function deleteExpense(
  ctx: UserCtx,
  input: z.output<typeof expenseDeleteInput>,
  storage: FileStorage,
): Promise<{ id: string; reversed_on: string | null }> {
  return transact(ctx, async (tx) => {
    const { id } = input
    const expense = await getExpense(tx, id)
    if (expense.billed !== null) throw billed(expense)
    refuseReversed(expense)
    const { description } = expense
    const spent = await openDay(tx, tx.reach.agencyId, expense.spent_on)
    if (spent.state === 'locked') requireConfirmed(spent.until, input.confirm_period)
    await reverseBooking(tx, id, input.confirm_period)
    const booked = await openDay(tx, tx.reach.agencyId, await firstBookedOn(tx, expense))
    if (booked.state === 'closed') {
      await keepReversed(tx, id, booked.day)
      await record(tx, 'expense.reversed', { id, description, on: booked.day })
      return { id, reversed_on: booked.day }
    }
    await setReceipt(tx, id, null, storage)
    const { numDeletedRows } = await deleteFrom(tx, 'expenses')
      .where('id', '=', id)
      .where('invoice_id', 'is', null)
      .executeTakeFirst()
    if (Number(numDeletedRows) !== 1) throw conflict('This expense')
    await record(tx, 'expense.deleted', { id, description })
    return { id, reversed_on: null }
  })
}

async function keepReversed(tx: Tx<UserCtx>, id: string, day: string): Promise<void> {
  const { numUpdatedRows } = await updateTable(tx, 'expenses')
    .set((eb) => ({ reversed_on: day, rebillable: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .where('reversed_on', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== 1) throw conflict('This expense')
}
