import { isIPv4 } from 'node:net'
import { addressKey } from '../../adapters/rate-limit.ts'
import type { Ctx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'

/**
 * Notes that an access token was used, to the minute, so that a busy caller does not write at every call, and
 * over which kind of address: enough to recognise one's own program by, and no log of where people are.
 */
export async function touchToken(ctx: Ctx, id: string, ip: string): Promise<void> {
  const minute = `${toInstant(ctx.now).slice(0, 16)}:00.000Z`
  await updateTable(ctx, 'api_tokens')
    .set({ last_used_at: minute, last_used_over: isIPv4(addressKey(ip)) ? 'IPv4' : 'IPv6' })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minute)]))
    .execute()
}
