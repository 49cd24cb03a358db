import type { z } from 'zod'
import type { webhookSaveInput } from '#shared/reactions/schemas/webhooks.ts'
import { MAX_WEBHOOKS, type WebhookDto } from '#shared/reactions/webhooks.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { newSecret, sealForInstance } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { getWebhook } from '../queries.ts'
import { setEvents } from './set-events.ts'
import { verifyUrl } from './verify-url.ts'

/** The saved webhook; for a new one with its signing secret, which is only shown once. */
export type SavedWebhook = WebhookDto & { secret: string | null }

export async function createWebhook(
  ctx: AgencyCtx,
  input: z.output<typeof webhookSaveInput>,
): Promise<SavedWebhook> {
  verifyUrl(input.url)
  const { secret, sealed } = makeSecret(ctx)
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

/** A new signing secret, and how it is stored. */
export function makeSecret({ services }: Ctx): { secret: string; sealed: string } {
  const secret = newSecret()
  return { secret, sealed: sealForInstance(services.config, secret) }
}

async function requireRoom(tx: Tx<AgencyCtx>): Promise<void> {
  const { count } = await selectFrom(tx, 'webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < MAX_WEBHOOKS) return
  throw new AppError(
    'CONFLICT',
    `Your agency has ${count} webhooks, and ${MAX_WEBHOOKS} is the limit. Delete one you no longer need.`,
    { reason: 'too_many_webhooks' },
  )
}
