import type { z } from 'zod'
import { MAX_WEBHOOKS, type WebhookDto, type webhookSaveInput } from '#shared/webhooks.ts'
import { lockAgency } from '../../../agencies/commands/claim.ts'
import { newSecret } from '../../../auth/sessions.ts'
import { readInstanceKey } from '../../../core/config.ts'
import type { AgencyCtx, Tx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { record } from '../../../core/events.ts'
import { insertInto, selectFrom } from '../../../core/rows.ts'
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
    await requireRoom(tx)
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

/** The agency is held, so that webhooks added at the same time count each other. */
async function requireRoom(tx: Tx<AgencyCtx>): Promise<void> {
  await lockAgency(tx, tx.reach.agencyId)
  const { count } = await selectFrom(tx, 'webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < MAX_WEBHOOKS) return
  throw new AppError(
    'CONFLICT',
    `Your agency has ${count} webhooks, and ${MAX_WEBHOOKS} is the most. Delete one that isn't needed any more.`,
    { reason: 'too_many_webhooks' },
  )
}
