import type { Trx } from '../db/schema.ts'
import { endUserSessions } from './sessions.ts'

/**
 * Ends every way in that was made before the account's e-mail was proven to be its owner's: whoever
 * registered somebody else's address first must not stay in.
 */
export async function endEarlierAccess(trx: Trx, userId: string, keep: string | null = null): Promise<void> {
  for (const table of ['api_tokens', 'schedule_feeds', 'sign_in_challenges', 'email_changes'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await trx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await endUserSessions(trx, userId, keep)
}
