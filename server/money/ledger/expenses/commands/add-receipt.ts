import type { ReceiptDto } from '#shared/money/ledger/finance.ts'
import type { StoredFile } from '../../../../base/adapters/storage/file-storage.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { insertInto } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { requireStorage } from '../../../../identity/agencies/queries/limits.ts'

/** Adds a receipt whose bytes are already stored; it is linked when the expense is saved. */
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
