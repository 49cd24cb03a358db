import type { RequestCtx } from '../../core/context.ts'
import { toInstant } from '../../db/values.ts'

/** The calling browser's device, if the account has signed in with it before; null otherwise. */
export async function knownDevice(ctx: RequestCtx, userId: string): Promise<string | null> {
  if (ctx.device === null) return null
  const known = await ctx.db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('device_hash', '=', ctx.device)
    .where('user_id', '=', userId)
    .where('expires_at', '>', toInstant(ctx.now))
    .executeTakeFirst()
  return known?.device_hash ?? null
}
