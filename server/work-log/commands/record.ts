import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { keepsPrivateTime } from '../policy.ts'

/** Owners follow their people's time, so the agency hears of it; of private time only the person does. */
export const recordTime = (tx: Tx<UserCtx>, entryId: string): Promise<void> =>
  record(tx, 'time.changed', { id: entryId, userId: keepsPrivateTime(tx) ? tx.actor.userId : null })
