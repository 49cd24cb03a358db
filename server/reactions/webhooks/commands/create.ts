import type { z } from 'zod'
import type { WebhookDto, webhookSaveInput } from '#shared/webhooks.ts'
import { newSecret } from '../../../auth/sessions.ts'
import { readInstanceKey } from '../../../core/config.ts'
import type { AgencyCtx } from '../../../core/context.ts'
import { record } from '../../../core/events.ts'
import { insertInto } from '../../../core/rows.ts'
import { sealSecret } from '../../../core/secret-box.ts'
import { transact } from '../../../core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../db/values.ts'
import { getWebhook } from '../queries.ts'
import { setEvents } from './set-events.ts'

/** The webhook as saved; a new one tells its signing secret this once. */
export type SavedWebhook = WebhookDto & { secret: string | null }

export function createWebhook(
  ctx: AgencyCtx,
  input: z.output<typeof webhookSaveInput>,
): Promise<SavedWebhook> {
  const secret = newSecret()
  const sealed = sealSecret(readInstanceKey(ctx.services.config.dataDir), secret)
  return transact(ctx, async (tx) => {
    const id = newId()
    const now = toInstant(tx.now)
    await insertInto(tx, 'webhooks')
      .values({
        agency_id: tx.reach.agencyId,
        id,
        url: input.url,
        secret: sealed,
        enabled: toFlag(input.enabled),
        failing_since: null,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await setEvents(tx, id, input.events)
    await record(tx, 'webhook.created', { id, url: input.url })
    return { ...(await getWebhook(tx, id)), secret }
  })
}
