import type { z } from 'zod'
import type { webhookSaveInput } from '#shared/reactions/schemas/webhooks.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { getWebhook } from '../queries.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import type { SavedWebhook } from './create.ts'
import { setEvents } from './set-events.ts'
import { verifyUrl } from './verify-url.ts'

/** Doesn't change or return its secret. */
export function updateWebhook(
  ctx: AgencyCtx,
  id: string,
  input: z.output<typeof webhookSaveInput>,
): Promise<SavedWebhook> {
  return transact(ctx, async (tx) => {
    const current = await getWebhook(tx, id)
    if (input.url !== current.url) verifyUrl(input.url)
    await updateVersioned(
      tx,
      'webhooks',
      { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version },
      { url: input.url, enabled: toFlag(input.enabled), failing_since: null },
      'This webhook',
    )
    if (!input.enabled) await cancelDeliveries(tx, id, 'The webhook was disabled.')
    await setEvents(tx, id, input.events)
    await record(tx, 'webhook.updated', { id, url: input.url })
    return { ...(await getWebhook(tx, id)), secret: null }
  })
}
