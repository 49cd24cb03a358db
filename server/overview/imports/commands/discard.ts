import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { requireImport } from '../queries/imports.ts'

/** Deletes an import that wasn't started. */
export function discardImport(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, input.id)
    const { numDeletedRows } = await deleteFrom(tx, 'imports')
      .where('id', '=', row.id)
      .where('status', '=', 'ready')
      .executeTakeFirst()
    if (numDeletedRows === 0n) {
      throw new AppError('CONFLICT', 'This import has already been started.', { reason: 'import_started' })
    }
    await record(tx, 'import.discarded', { id: row.id, source: row.source, fileName: row.file_name })
    return { id: row.id }
  })
}

const RETENTION_DAYS = 14

/**
 * Deletes imports not started within two weeks and interrupted uploads, and the rows of finished imports that
 * have no records, because their results are already counted.
 */
export async function deleteStaleImports(ctx: Ctx): Promise<void> {
  const finished = selectFrom(ctx, 'imports')
    .select('id')
    .where('status', 'in', ['done', 'undone'])
    .where('finished_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
  await deleteFrom(ctx, 'import_items')
    .where('import_id', 'in', finished)
    .where('outcome', 'in', ['matched', 'skipped', 'removed'])
    .execute()
  await deleteFrom(ctx, 'imports')
    .where('status', '=', 'ready')
    .where('created_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
    .execute()
  await deleteFrom(ctx, 'imports')
    .where('status', '=', 'reading')
    .where('created_at', '<', toInstant(addDays(ctx.now, -1)))
    .execute()
}
