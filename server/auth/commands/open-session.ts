import type { RequestCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { updateTable } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { isDemoEmail } from '../demo-accounts.ts'
import { startSession } from '../sessions.ts'
import { endSession } from './end-sessions.ts'
import { rememberDevice } from './remember-device.ts'

interface Admitted {
  user_id: string
  email: string
  role: string
}

/** Opens a session inside the transaction and ends the one before it; returns the cookies to set. */
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

/** Notes that the person came in: who was active when is counted from these rows. */
export async function recordSignIn(tx: Tx, userId: string): Promise<void> {
  const instant = toInstant(tx.now)
  // Nobody's rows are in the reach of somebody who is only just coming in.
  await updateTable(acrossAgencies(tx), 'profiles')
    .set({ last_login: instant })
    .where('user_id', '=', userId)
    .execute()
  await tx.db
    .insertInto('sign_in_events')
    .values({ id: newId(), user_id: userId, created_at: instant })
    .execute()
}
