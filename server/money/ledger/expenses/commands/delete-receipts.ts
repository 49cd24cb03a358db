import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'

/** Deletes receipts older than a day whose expense was never saved. */
export async function deleteUnusedReceipts(ctx: Ctx): Promise<void> {
  const unused = await deleteFrom(ctx, 'expense_receipts')
    .where('expense_id', 'is', null)
    .where('created_at', '<', toInstant(addDays(ctx.now, -1)))
    .returning('storage_key')
    .execute()
  const storage = openStorage(ctx.services.config)
  for (const { storage_key } of unused) await storage.remove(storage_key)
}
