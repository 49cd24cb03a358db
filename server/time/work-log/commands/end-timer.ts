import type { Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { secondsBetween } from '../rules.ts'

interface Timer {
  id: string
  user_id: string
  project_id: string | null
  started_at: string
  ended_at: string | null
}

/**
 * Ends a running entry at an instant, not before it started; a paused one has ended already.
 */
export async function endTimer(
  tx: Tx,
  timer: Timer,
  { at, paused = false }: { at: string; paused?: boolean },
): Promise<void> {
  const endedAt = timer.ended_at ?? (at > timer.started_at ? at : timer.started_at)
  await updateTable(tx, 'time_entries')
    .set((eb) => ({
      ended_at: endedAt,
      duration_seconds: secondsBetween(timer.started_at, endedAt),
      paused: toFlag(paused),
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('id', '=', timer.id)
    .where('user_id', '=', timer.user_id)
    .execute()
  if (timer.ended_at === null) await warnOfBudget(tx, timer.project_id)
}
