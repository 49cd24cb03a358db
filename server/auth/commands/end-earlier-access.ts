import type { Tx } from '../../core/context.ts'
import { unscoped } from '../../core/rows.ts'
import { endUserSessions } from './end-sessions.ts'

/**
 * Ends every way in that was made before the account's e-mail was proven to be its owner's, or before a new
 * password or second factor: whoever came in earlier must not stay in.
 */
export async function endEarlierAccess(tx: Tx, userId: string, keep: string | null = null): Promise<void> {
  for (const table of ['api_tokens', 'schedule_feeds', 'sign_in_challenges', 'email_changes'] as const) {
    await unscoped(tx).deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx.db
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await endUserSessions(tx, userId, keep)
}
