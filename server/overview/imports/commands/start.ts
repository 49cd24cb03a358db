import type { z } from 'zod'
import type { ImportDto } from '#shared/overview/imports.ts'
import type { importMapInput } from '#shared/overview/schemas/imports.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireImport, toImport } from '../queries/imports.ts'
import { requireStartable } from '../queries/plan.ts'

/** Queues the import with its mapping; a failed one resumes where it stopped. */
export function startImport(ctx: AgencyCtx, input: z.output<typeof importMapInput>): Promise<ImportDto> {
  return transact(ctx, async (tx) => {
    const row = await requireImport(tx, input.id)
    requireStartable(row, input.mapping)
    const { numUpdatedRows } = await updateTable(tx, 'imports')
      .set({
        status: 'queued',
        mapping: JSON.stringify(input.mapping),
        failure: null,
        lease_until: null,
        updated_at: toInstant(tx.now),
      })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .executeTakeFirst()
    // Another owner was first.
    if (numUpdatedRows === 0n) requireStartable({ ...row, status: 'queued' }, input.mapping)
    await record(tx, 'import.started', { id: row.id, source: row.source, fileName: row.file_name })
    return toImport(await requireImport(tx, row.id))
  })
}
