import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'

/** Owners follow their people's time, so the agency hears of it; without an agency only the person does. */
export const recordTime = (tx: Tx<UserCtx>, entryId: string): Promise<void> =>
  record(tx, 'time.changed', { id: entryId, userId: tx.reach.agencyId === null ? tx.actor.userId : null })
