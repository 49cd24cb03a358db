import type { RequestCtx } from '../../../../base/core/context.ts'
import { toInstant } from '../../../../base/db/values.ts'

/** The calling browser's device, if it has signed in with the account before; else null. */
export async function knownDevice(ctx: RequestCtx, userId: string): Promise<string | null> {
  if (ctx.device === null) return null
  const device = await ctx.db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('device_hash', '=', ctx.device)
    .where('user_id', '=', userId)
    .where('expires_at', '>', toInstant(ctx.now))
    .executeTakeFirst()
  return device?.device_hash ?? null
}
