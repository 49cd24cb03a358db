import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { requireImport } from '../queries/imports.ts'

/** Forgets a file that was not imported. */
export function deleteImport(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, input.id)
    const { numDeletedRows } = await deleteFrom(tx, 'imports')
      .where('id', '=', row.id)
      .where('status', '=', 'ready')
      .executeTakeFirst()
    if (numDeletedRows === 0n) {
      throw new AppError('CONFLICT', 'This import has been started already.', { reason: 'import_started' })
    }
    await record(tx, 'import.discarded', { id: row.id, source: row.source, fileName: row.file_name })
    return { id: row.id }
  })
}

const KEPT_DAYS = 14

/**
 * Removes files nobody imported within two weeks, those whose reading was cut off, and of finished imports the
 * rows that nothing is left of: what became of them is counted by then.
 */
export async function deleteStaleImports(ctx: Ctx): Promise<void> {
  const finished = selectFrom(ctx, 'imports')
    .select('id')
    .where('status', 'in', ['done', 'undone'])
    .where('finished_at', '<', toInstant(addDays(ctx.now, -KEPT_DAYS)))
  await deleteFrom(ctx, 'import_items')
    .where('import_id', 'in', finished)
    .where('outcome', 'in', ['matched', 'skipped', 'removed'])
    .execute()
  await deleteFrom(ctx, 'imports')
    .where('status', '=', 'ready')
    .where('created_at', '<', toInstant(addDays(ctx.now, -KEPT_DAYS)))
    .execute()
  await deleteFrom(ctx, 'imports')
    .where('status', '=', 'reading')
    .where('created_at', '<', toInstant(addDays(ctx.now, -1)))
    .execute()
}
