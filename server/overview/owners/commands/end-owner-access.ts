import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { endAccess } from '../../../identity/auth/access/commands/end-earlier-access.ts'

/** Ends the owner's sessions, tokens, feeds, and streams on all devices. */
export async function endOwnerAccess(tx: Tx, userId: string): Promise<void> {
  await endAccess(tx, userId)
  await record(tx, 'access.changed', { id: userId, userId })
}
