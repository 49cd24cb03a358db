import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { sealForInstance } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { getWebhook, signingSecrets } from '../queries.ts'
import { makeSecret, type SavedWebhook } from './create.ts'

/** Days in which earlier secrets also sign. */
const OVERLAP_DAYS = 1
/** How many of them: more than one, because the receiver may have none of those renewed again soon after. */
const MAX_EARLIER = 5

/** Gives the webhook a new signing secret, which is only shown once. */
export function renewSecret(ctx: AgencyCtx, id: string): Promise<SavedWebhook> {
  const { secret, sealed } = makeSecret(ctx)
  return transact(ctx, async (tx) => {
    const { url } = await getWebhook(tx, id)
    const { version, ...present } = await selectFrom(tx, 'webhooks')
      .select(['secret', 'earlier_secret', 'earlier_until', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const earlier = signingSecrets(tx, present).slice(0, MAX_EARLIER).join(' ')
    await updateVersioned(
      tx,
      'webhooks',
      { agency_id: tx.reach.agencyId, id, version },
      {
        secret: sealed,
        earlier_secret: earlier === '' ? null : sealForInstance(tx.services.config, earlier),
        earlier_until: earlier === '' ? null : toInstant(addDays(tx.now, OVERLAP_DAYS)),
      },
      'This webhook',
    )
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
