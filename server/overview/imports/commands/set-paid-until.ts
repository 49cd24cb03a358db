import type { z } from 'zod'
import type { ImportPaidDto } from '#shared/overview/imports.ts'
import type { importPaidInput } from '#shared/overview/schemas/imports.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { mappingOf, requireImport } from '../queries/imports.ts'

/** Sets up to which day contributors have been paid elsewhere for imported time, except what a payout here covers. */
export function setPaidUntil(
  ctx: AgencyCtx,
  { id, paid_until: until }: z.output<typeof importPaidInput>,
): Promise<ImportPaidDto> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, id)
    const mapping = mappingOf(row)
    if (mapping === null || (row.status !== 'done' && row.status !== 'failed')) {
      throw new AppError('CONFLICT', 'This import isn’t finished.', { reason: 'not_finished' })
    }
    const set = async (isPaid: boolean) => {
      // Leaves the version as it is: an undo of the import deletes unchanged entries only.
      const { numUpdatedRows } = await updateTable(tx, 'time_entries')
        .set({ paid_elsewhere: toFlag(isPaid) })
        .where('agency_id', '=', ctx.reach.agencyId)
        .where('payout_id', 'is', null)
        .where('paid_elsewhere', '=', toFlag(!isPaid))
        .where('worked_on', isPaid ? '<=' : '>', until ?? '')
        .where(
          'id',
          'in',
          selectFrom(tx, 'import_items')
            .select('import_items.id')
            .where('import_id', '=', id)
            .where('kind', '=', 'entry')
            .where('outcome', '=', 'made'),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    }
    const changed = { paid: await set(true), payable: await set(false) }
    await updateTable(tx, 'imports')
      .set({ mapping: JSON.stringify({ ...mapping, paid_until: until }), updated_at: toInstant(tx.now) })
      .where('id', '=', id)
      .execute()
    await record(tx, 'import.paid-until-set', { id, source: row.source, fileName: row.file_name, until })
    return changed
  })
}
