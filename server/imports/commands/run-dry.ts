import type { z } from 'zod'
import type { ImportPlan, importMapInput } from '#shared/imports.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { requireImport } from '../queries/imports.ts'
import { planImport, requireStartable } from '../queries/plan.ts'

/** Keeps the mapping for whoever comes back to it, and says what the import would make by it. */
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
