import type { z } from 'zod'
import type { webhookSaveInput } from '#shared/webhooks.ts'
import type { AgencyCtx } from '../../../core/context.ts'
import { record } from '../../../core/events.ts'
import { transact } from '../../../core/transaction.ts'
import { updateVersioned } from '../../../core/versioned.ts'
import { toFlag } from '../../../db/values.ts'
import { getWebhook } from '../queries.ts'
import type { SavedWebhook } from './create.ts'
import { setEvents } from './set-events.ts'

/** Its secret stays as it is, and is told to nobody. */
export function updateWebhook(
  ctx: AgencyCtx,
  id: string,
  input: z.output<typeof webhookSaveInput>,
): Promise<SavedWebhook> {
  return transact(ctx, async (tx) => {
    const current = await getWebhook(tx, id)
    await updateVersioned(
      tx,
      'webhooks',
      { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version },
      { url: input.url, enabled: toFlag(input.enabled), failing_since: null },
      'This webhook',
    )
    await setEvents(tx, id, input.events)
    await record(tx, 'webhook.updated', { id, url: input.url })
    return { ...(await getWebhook(tx, id)), secret: null }
  })
}
