import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'

/** Refreshes the quick task on these people's screens only. */
export async function refreshFor(
  tx: Tx,
  id: string,
  userIds: readonly string[],
  change: 'quick-task.added' | 'quick-task.changed' = 'quick-task.changed',
): Promise<void> {
  for (const userId of new Set(userIds)) await record(tx, change, { id, userId })
}
