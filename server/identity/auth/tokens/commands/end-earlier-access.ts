import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { unscoped } from '../../../../base/core/rows/rows.ts'
import { hasTwoFactor } from '../../queries/two-factor.ts'
import { endUserSessions } from './end-sessions.ts'

const KEYS = ['api_tokens', 'schedule_feeds', 'sign_in_challenges', 'email_changes'] as const

/** Ends a person's sessions, tokens, feeds, and all other ways in. */
export async function endAccess(tx: Tx, userId: string, keep: string | null = null): Promise<void> {
  await endKeys(tx, userId, keep)
  await unscoped(tx).deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Ends all access of people who may no longer enter, and closes their streams immediately. */
export async function endAccessOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const { id, name } of await accountsOf(tx, userIds)) {
    await endAccess(tx, id)
    await record(tx, 'access.ended', { id, userId: id, name })
  }
}

const accountsOf = (tx: Tx, userIds: readonly string[]): Promise<{ id: string; name: string }[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : unscoped(tx)
        .selectFrom('users')
        .leftJoin('profiles', 'profiles.user_id', 'users.id')
        .select((eb) => ['users.id', eb.fn.coalesce('profiles.name', 'users.email').as('name')])
        .where('users.id', 'in', userIds)
        .orderBy('users.id')
        .execute()

/** Ends tokens and other credentials but keeps signed-in devices: after a new password or second factor. */
export async function endKeys(tx: Tx, userId: string, keep: string | null): Promise<void> {
  for (const table of KEYS) {
    await unscoped(tx).deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await endUserSessions(tx, userId, keep)
}

/**
 * Ends all access created before the account's email was verified: someone who registered another person's
 * address must not keep access, nor keep the owner of the address out with a second factor. Call it before the address
 * is marked as verified. Returns whether a second factor ended.
 */
export async function endEarlierAccess(tx: Tx, userId: string, keep: string | null = null): Promise<boolean> {
  await endAccess(tx, userId, keep)
  // Someone verifying from within the account has passed its second factor or set it up.
  const isTheirs = keep !== null || (await wasVerified(tx, userId))
  const ends = !isTheirs && (await hasTwoFactor(tx, userId))
  await tx.db
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .$if(isTheirs, (query) => query.where('confirmed_at', 'is', null))
    .execute()
  if (!isTheirs) await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return ends
}

async function wasVerified(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user !== undefined && user.email_verified_at !== null
}
