import type { ReceiptDto } from '#shared/finance.ts'
import type { StoredFile } from '../../adapters/file-storage.ts'
import { requireStorage } from '../../agencies/queries/limits.ts'
import type { UserCtx } from '../../core/context.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'

/** Records a receipt whose bytes are in the storage already; the expense names it when it is saved. */
export function addReceipt(
  ctx: UserCtx,
  file: StoredFile & { name: string; contentType: string },
): Promise<ReceiptDto> {
  return transact(ctx, async (tx) => {
    const id = newId()
    await insertInto(tx, 'expense_receipts')
      .values({
        id,
        agency_id: ctx.reach.agencyId,
        expense_id: null,
        name: file.name,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.key,
        created_at: toInstant(ctx.now),
      })
      .execute()
    if (ctx.reach.agencyId !== null) await requireStorage(tx, ctx.reach.agencyId)
    return { id, name: file.name, size: file.size }
  })
}
