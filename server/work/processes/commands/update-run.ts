import type { RunStatus } from '#shared/work/processes.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'

/** The fields common to all run events. */
export const aboutRun = (tx: Tx<AgencyCtx>, { id, name }: { id: string; name: string }) => ({
  id,
  name,
  agencyId: tx.reach.agencyId,
})

export const updateRun = (
  tx: Tx<AgencyCtx>,
  { id, version }: { id: string; version: number },
  values: { status?: RunStatus; note?: string | null; finished_at?: string },
): Promise<void> =>
  updateVersioned(
    tx,
    'process_runs',
    { agency_id: tx.reach.agencyId, id, version },
    values,
    'This process run',
  )
