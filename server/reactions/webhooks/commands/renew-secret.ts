import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { getWebhook } from '../queries.ts'
import { makeSecret, type SavedWebhook } from './create.ts'

/** Days in which the earlier secret also signs. */
const OVERLAP_DAYS = 1

/** Gives the webhook a new signing secret, which is only shown once. */
export function renewSecret(ctx: AgencyCtx, id: string): Promise<SavedWebhook> {
  const { secret, sealed } = makeSecret(ctx)
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

/** Deletes earlier secrets that no longer sign. */
export async function deleteEarlierSecrets(ctx: Ctx): Promise<void> {
  await updateTable(acrossAgencies(ctx), 'webhooks')
    .set({ earlier_secret: null, earlier_until: null })
    .where('earlier_until', '<=', toInstant(ctx.now))
    .execute()
}
