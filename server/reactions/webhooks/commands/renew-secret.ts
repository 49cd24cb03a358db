import { readInstanceKey } from '../../../base/core/config.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { sealSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { newSecret } from '../../../identity/auth/sessions.ts'
import { getWebhook } from '../queries.ts'
import type { SavedWebhook } from './create.ts'

/** Days in which the earlier secret also signs. */
const OVERLAP_DAYS = 1

/** Gives the webhook a new signing secret, which is only shown once. */
export function renewSecret(ctx: AgencyCtx, id: string): Promise<SavedWebhook> {
  const secret = newSecret()
  const sealed = sealSecret(readInstanceKey(ctx.services.config.dataDir), secret)
  return transact(ctx, async (tx) => {
    const { url } = await getWebhook(tx, id)
    await updateTable(tx, 'webhooks')
      .set((eb) => ({
        secret: sealed,
        earlier_secret: eb.ref('secret'),
        earlier_until: toInstant(addDays(tx.now, OVERLAP_DAYS)),
        version: eb('version', '+', 1),
        updated_at: toInstant(tx.now),
      }))
      .where('id', '=', id)
      .execute()
    await record(tx, 'webhook.secret-renewed', { id, url })
    return { ...(await getWebhook(tx, id)), secret }
  })
}
