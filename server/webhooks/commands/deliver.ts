import type { AgencyScope } from '../../auth/scope.ts'
import { readInstanceKey } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { postJson, type Reach } from '../../services/public-http.ts'
import { openSecret } from '../../services/secret-box.ts'
import type { Services } from '../../trpc/context.ts'
import { retryAfterMinutes, signBody } from '../rules.ts'

/** A process that dies while sending holds its delivery for this long. */
const LEASE_MINUTES = 2
const BATCH = 50

/** Sends the webhook deliveries that are due; each is claimed first, so two processes never send one twice. */
export async function deliverDueWebhooks(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  reach: Reach = 'public',
): Promise<void> {
  for (let count = 0; count < BATCH; count++) {
    const delivery = await claimDelivery(services.db, services.clock())
    if (delivery === null) return
    await attemptDelivery(services, delivery, reach)
  }
}

type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

async function claimDelivery(db: Db, now: Date) {
  const instant = toInstant(now)
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: toInstant(addMinutes(now, LEASE_MINUTES)),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', instant)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', instant)
    .returning(['id', 'webhook_id', 'event', 'body', 'attempts'])
    .executeTakeFirst()
  return claimed ?? null
}

async function attemptDelivery(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  delivery: ClaimedDelivery,
  reach: Reach,
): Promise<void> {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['url', 'secret'])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst()
  if (webhook === undefined) return
  const secret = openSecret(readInstanceKey(config.dataDir), webhook.secret)
  const headers = {
    'foyer-event': delivery.event,
    'foyer-delivery': delivery.id,
    'foyer-signature': signBody(secret, delivery.body, clock()),
  }
  try {
    const status = await postJson(webhook.url, delivery.body, headers, reach)
    if (status < 200 || status > 299) await markFailed(db, clock(), delivery, `Answered ${status}`, status)
    else await markDelivered(db, clock(), delivery, status)
  } catch (error) {
    await markFailed(db, clock(), delivery, error instanceof Error ? error.message : String(error), null)
  }
}

async function markDelivered(db: Db, now: Date, delivery: ClaimedDelivery, status: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'delivered', response_status: status, last_error: null, delivered_at: toInstant(now) })
    .where('id', '=', delivery.id)
    .execute()
}

async function markFailed(
  db: Db,
  now: Date,
  delivery: ClaimedDelivery,
  reason: string,
  status: number | null,
): Promise<void> {
  const minutes = retryAfterMinutes(delivery.attempts)
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: minutes === null ? 'failed' : 'queued',
      response_status: status,
      last_error: reason.slice(0, 500),
      next_attempt_at: toInstant(addMinutes(now, minutes ?? 0)),
    })
    .where('id', '=', delivery.id)
    .execute()
}

/** Puts a delivery that failed for good back into the queue. */
export async function retryDelivery(db: Db, scope: AgencyScope, id: string): Promise<{ id: string }> {
  const delivery = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 0, next_attempt_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (delivery === undefined) throw notFound('This delivery')
  return { id }
}
