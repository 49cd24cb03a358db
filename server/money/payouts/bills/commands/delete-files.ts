import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'

/** Deletes files older than a day whose bill was never recorded. */
export async function deleteUnusedBillFiles(ctx: Ctx): Promise<void> {
  const unused = await deleteFrom(ctx, 'payout_bill_files')
    .where('bill_id', 'is', null)
    .where('created_at', '<', toInstant(addDays(ctx.now, -1)))
    .returning('storage_key')
    .execute()
  const storage = openStorage(ctx.services.config)
  for (const { storage_key } of unused) await storage.remove(storage_key)
}
