import type { RequestCtx, Tx } from '../../core/context.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { deviceCookie } from '../devices.ts'
import { hashSecret, newSecret } from '../sessions.ts'

/** A device that was not signed in with for so long is unknown again. */
const DAYS = 180

/**
 * Remembers that the account has signed in here, and returns the cookie that says so. Its value is new each
 * time, so that one somebody else put there is worth nothing to them.
 */
export async function rememberDevice(tx: Tx<RequestCtx>, userId: string): Promise<string> {
  const secret = newSecret()
  const device_hash = hashSecret(secret)
  const fresh = { created_at: toInstant(tx.now), expires_at: toInstant(addDays(tx.now, DAYS)) }
  // Other accounts that use this browser stay known to it.
  if (tx.device !== null) {
    await tx.db
      .updateTable('known_devices')
      .set({ device_hash })
      .where('device_hash', '=', tx.device)
      .execute()
  }
  await tx.db
    .insertInto('known_devices')
    .values({ device_hash, user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet(fresh))
    .execute()
  return deviceCookie(tx.services, secret)
}

/** Makes every browser but the calling one unknown to the account. */
export async function forgetOtherDevices(tx: Tx<RequestCtx>, userId: string): Promise<void> {
  await tx.db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '!=', tx.device ?? '')
    .execute()
}
