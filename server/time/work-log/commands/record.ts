import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { keepsPrivateTime } from '../policy.ts'

/**
 * Records the change for the agency, because owners follow its members' time; private time only concerns its
 * person.
 */
export const recordTime = (
  tx: Tx<UserCtx>,
  entryId: string,
  change: 'time.recorded' | 'time.changed' | 'time.deleted' = 'time.changed',
): Promise<void> => record(tx, change, { id: entryId, userId: keepsPrivateTime(tx) ? tx.actor.userId : null })
