import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'

/** Says that the quick task changed, to these people alone. */
export async function refreshFor(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  for (const userId of new Set(userIds)) await record(tx, 'quick-task.changed', { id, userId })
}
