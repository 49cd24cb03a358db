import { isIPv4 } from 'node:net'
import { addressKey } from '../../../../base/adapters/rate-limit.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { isLongAgo } from '../../../../base/db/elapsed.ts'
import { storageFailureOf } from '../../../../base/db/engines/storage-failure.ts'
import { toInstant } from '../../../../base/db/values.ts'

/**
 * Records a token's last use, to the minute to limit writes, and its kind of network address, which helps its
 * owner recognize the program without tracking locations. Skipped while the agency is being moved, so that
 * reads keep working.
 */
export async function touchToken(ctx: Ctx, id: string, ip: string): Promise<void> {
  const minute = `${toInstant(ctx.now).slice(0, 16)}:00.000Z`
  await updateTable(ctx, 'api_tokens')
    .set({ last_used_at: minute, last_used_over: isIPv4(addressKey(ip)) ? 'IPv4' : 'IPv6' })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), isLongAgo('last_used_at', ctx.now, 1)]))
    .execute()
    .catch((error: unknown) => {
      if (storageFailureOf(error) !== 'agency-moving') throw error
    })
}
