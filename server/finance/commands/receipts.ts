import type { ReceiptDto } from '#shared/finance.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { afterCommit, transact } from '../../db/transaction.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { type FileStorage, openStorage, type StoredFile } from '../../services/storage.ts'
import type { Services } from '../../trpc/context.ts'
import { requireReceipt } from '../queries/receipts.ts'
import { booksOf } from '../queries.ts'

/** Writes down a receipt whose bytes are in the storage already; the expense names it when it is saved. */
export function addReceipt(
  db: Db,
  scope: Scope,
  file: StoredFile & { name: string; contentType: string },
): Promise<ReceiptDto> {
  return transact(db, async (trx) => {
    const id = newId()
    await trx
      .insertInto('expense_receipts')
      .values({
        id,
        agency_id: booksOf(scope),
        expense_id: null,
        name: file.name,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.key,
        created_at: toInstant(scope.now),
      })
      .execute()
    return { id, name: file.name, size: file.size }
  })
}

/** Makes this the receipt of the expense (null: it has none); one it had before goes with its bytes. */
export async function setReceipt(
  trx: Trx,
  scope: Scope,
  expenseId: string,
  receiptId: string | null,
  storage: FileStorage,
): Promise<void> {
  const receipt = receiptId === null ? null : await requireReceipt(trx, scope, receiptId)
  if (receipt?.expense_id === expenseId) return
  if (receipt !== null && receipt.expense_id !== null) {
    throw belongsToAnother()
  }
  const replaced = await trx
    .deleteFrom('expense_receipts')
    .where('expense_id', '=', expenseId)
    .returning('storage_key')
    .executeTakeFirst()
  if (replaced !== undefined) {
    // Nothing refers to the bytes any more, even when they cannot be removed.
    afterCommit(trx, () => void storage.remove(replaced.storage_key).catch(() => undefined))
  }
  if (receipt === null) return
  const taken = await trx
    .updateTable('expense_receipts')
    .set({ expense_id: expenseId })
    .where('id', '=', receipt.id)
    .where('expense_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw belongsToAnother()
}

const belongsToAnother = () => new AppError('CONFLICT', 'This receipt belongs to another expense.')

/** Removes receipts uploaded a day ago for expenses that were never saved. */
export async function deleteUnusedReceipts(
  { db, config }: Pick<Services, 'db' | 'config'>,
  now: Date,
): Promise<void> {
  const unused = await db
    .deleteFrom('expense_receipts')
    .where('expense_id', 'is', null)
    .where('created_at', '<', toInstant(addDays(now, -1)))
    .returning('storage_key')
    .execute()
  const storage = openStorage(config)
  for (const { storage_key } of unused) await storage.remove(storage_key)
}
