import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { hashSecret, newSecret } from '../../../../base/core/secret-box.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'
import { deviceCookie } from '../../devices.ts'

/** A device unused for this long becomes unknown. */
const DAYS = 180

/**
 * Marks this browser as known to the account; returns the cookie. Its value is always new, so that a planted
 * one is useless.
 */
export async function rememberDevice(tx: Tx<RequestCtx>, userId: string): Promise<string> {
  const secret = newSecret()
  const device_hash = hashSecret(secret)
  const fresh = { created_at: toInstant(tx.now), expires_at: toInstant(addDays(tx.now, DAYS)) }
  // Other accounts that use this browser keep it as known.
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

/** Makes all browsers but the caller's unknown to the account. */
export async function forgetOtherDevices(tx: Tx<RequestCtx>, userId: string): Promise<void> {
  await tx.db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '!=', tx.device ?? '')
    .execute()
}
