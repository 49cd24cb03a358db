import type { Ctx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'

/** Notes that an access token was used, to the minute, so that a busy caller does not write at every call. */
export async function touchToken(ctx: Ctx, id: string): Promise<void> {
  const minute = `${toInstant(ctx.now).slice(0, 16)}:00.000Z`
  await updateTable(ctx, 'api_tokens')
    .set({ last_used_at: minute })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minute)]))
    .execute()
}
