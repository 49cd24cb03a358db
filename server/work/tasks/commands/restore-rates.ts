import { batchesOf } from '#shared/base/paging.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import type { RecordedRates } from '../queries/recorded-rates.ts'

const IDS_AT_ONCE = 500

/** The move and its undo. */
const MOVES = 2

/** Restores the rates that time had before it moved to another project and back, unless it was changed in between. */
export async function restoreRates(tx: Tx, recorded: readonly RecordedRates[]): Promise<void> {
  for (const { project_id, billing_rate, version, ids } of recorded) {
    for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
      await updateTable(acrossAgencies(tx), 'time_entries')
        .set({ billing_rate })
        .where('id', 'in', batch)
        .where('project_id', '=', project_id)
        .where('version', '=', version + MOVES)
        .execute()
    }
  }
}
