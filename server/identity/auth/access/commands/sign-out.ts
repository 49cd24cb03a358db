import type { RequestCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { blankSessionCookie } from '../../sessions.ts'
import { endSession } from '../../tokens/commands/end-sessions.ts'

/** Ends the caller's session in all tabs; a no-op without one. */
export async function signOut(ctx: RequestCtx): Promise<{ ok: true }> {
  const { sessionId, actor } = ctx
  if (sessionId !== null) {
    await transact(ctx, async (tx) => {
      await endSession(tx.db, sessionId)
      if (actor.kind !== 'user') return
      await record(tx, 'session.closed', { id: actor.userId, userId: actor.userId, agencyId: null })
    })
  }
  ctx.setCookie(blankSessionCookie(ctx.services))
  return { ok: true }
}
