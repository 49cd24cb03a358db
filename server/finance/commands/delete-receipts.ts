import { openStorage } from '../../adapters/storage.ts'
import type { Ctx } from '../../core/context.ts'
import { deleteFrom } from '../../core/rows.ts'
import { addDays, toInstant } from '../../db/values.ts'

/** Removes receipts uploaded a day ago for expenses that were never saved. */
export async function deleteUnusedReceipts(ctx: Ctx): Promise<void> {
  const unused = await deleteFrom(ctx, 'expense_receipts')
    .where('expense_id', 'is', null)
    .where('created_at', '<', toInstant(addDays(ctx.now, -1)))
    .returning('storage_key')
    .execute()
  const storage = openStorage(ctx.services.config)
  for (const { storage_key } of unused) await storage.remove(storage_key)
}
