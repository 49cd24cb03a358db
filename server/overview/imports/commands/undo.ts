import type { ImportDto } from '#shared/overview/imports.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireImport, toImport } from '../queries/imports.ts'

/** Queues the deletion of imported records, except those changed or used since. */
export function undoImport(ctx: AgencyCtx, input: { id: string }): Promise<ImportDto> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, input.id)
    const { numUpdatedRows } = await updateTable(tx, 'imports')
      .set({ status: 'undoing', done: 0, failure: null, lease_until: null, updated_at: toInstant(tx.now) })
      .where('id', '=', row.id)
      .where('status', 'in', ['done', 'failed'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw new AppError('CONFLICT', 'Only a finished import can be undone.', {
        reason: 'not_finished',
      })
    }
    await record(tx, 'import.undo-started', { id: row.id, source: row.source, fileName: row.file_name })
    return toImport(await requireImport(tx, row.id))
  })
}
