import type { RunStatus } from '#shared/processes.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { updateTable } from '../../core/rows.ts'

/** What every event of a run tells. */
export const aboutRun = (tx: Tx<AgencyCtx>, { id, name }: { id: string; name: string }) => ({
  id,
  name,
  agencyId: tx.reach.agencyId,
})

/** Runs carry no time of change, so they are updated here. */
export async function updateRun(
  tx: Tx<AgencyCtx>,
  run: { id: string; version: number },
  values: { status?: RunStatus; note?: string | null; finished_at?: string },
): Promise<void> {
  const { numUpdatedRows } = await updateTable(tx, 'process_runs')
    .set({ ...values, version: run.version + 1 })
    .where('id', '=', run.id)
    .where('version', '=', run.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This process run')
}
