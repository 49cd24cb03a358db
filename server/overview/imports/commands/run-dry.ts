import type { z } from 'zod'
import type { ImportPlan } from '#shared/overview/imports.ts'
import type { importMapInput } from '#shared/overview/schemas/imports.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireImport } from '../queries/imports.ts'
import { planImport, requireStartable } from '../queries/plan.ts'

/** Saves the mapping and returns what the import would create with it. */
export async function runDry(ctx: AgencyCtx, input: z.output<typeof importMapInput>): Promise<ImportPlan> {
  const row = await transact(ctx, async (tx) => {
    const found = await requireImport(tx, input.id)
    requireStartable(found, input.mapping)
    await updateTable(tx, 'imports')
      .set({ mapping: JSON.stringify(input.mapping), updated_at: toInstant(tx.now) })
      .where('id', '=', found.id)
      .where('status', '=', found.status)
      .execute()
    await record(tx, 'import.mapped', { id: found.id })
    return found
  })
  return planImport(ctx, row, input.mapping)
}
