import type { ImportDto } from '#shared/imports.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { requireImport, toImport } from '../queries/imports.ts'

/** Queues the removal of what an import made, as far as nobody has touched it since. */
export function undoImport(ctx: AgencyCtx, input: { id: string }): Promise<ImportDto> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, input.id)
    const { numUpdatedRows } = await updateTable(tx, 'imports')
      .set({ status: 'undoing', done: 0, failure: null, lease_until: null, updated_at: toInstant(tx.now) })
      .where('id', '=', row.id)
      .where('status', 'in', ['done', 'failed'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw new AppError('CONFLICT', 'Only an import that is finished can be undone.', {
        reason: 'not_finished',
      })
    }
    await record(tx, 'import.undo-started', { id: row.id, source: row.source, fileName: row.file_name })
    return toImport(await requireImport(tx, row.id))
  })
}
