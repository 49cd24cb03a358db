import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { isDemoEmail } from '../../demo-accounts.ts'
import { startSession } from '../../sessions.ts'
import { endSession } from '../../tokens/commands/end-sessions.ts'
import { rememberDevice } from './remember-device.ts'

interface Admitted {
  user_id: string
  email: string
  role: string
}

/** Opens a session in the transaction and ends the previous one; returns the cookies to set. */
export async function openSession(tx: Tx<RequestCtx>, person: Admitted): Promise<string[]> {
  const { config } = tx.services
  if (tx.sessionId !== null) await endSession(tx.db, tx.sessionId)
  await recordSignIn(tx, person.user_id)
  await record(tx, 'session.opened', { id: person.user_id, userId: person.user_id, agencyId: null })
  const session = await startSession({ ...tx.services, db: tx.db }, person.user_id, {
    short: person.role === 'super_admin' || (config.demo && isDemoEmail(person.email)),
    ip: tx.request.ip,
    user_agent: tx.request.userAgent?.slice(0, 300) ?? null,
  })
  return [session.cookie, await rememberDevice(tx, person.user_id)]
}

/** Records the sign-in, for statistics of active users. */
export async function recordSignIn(tx: Tx, userId: string): Promise<void> {
  const instant = toInstant(tx.now)
  // The caller isn't signed in yet, so their reach has no rows.
  await updateTable(acrossAgencies(tx), 'profiles')
    .set({ last_login: instant })
    .where('user_id', '=', userId)
    .execute()
  await tx.db
    .insertInto('sign_in_events')
    .values({ id: newId(), user_id: userId, created_at: instant })
    .execute()
}
