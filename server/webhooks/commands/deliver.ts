import type { AgencyScope } from '../../auth/scope.ts'
import { readInstanceKey } from '../../config.ts'
import { claimDue } from '../../db/claim.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
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
  const id = await claimDue(db, 'webhook_deliveries', { now, leaseMinutes: LEASE_MINUTES })
  if (id === null) return null
  const claimed = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'agency_id', 'webhook_id', 'event', 'body', 'attempts'])
    .where('id', '=', id)
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
  const outcome = await postJson(webhook.url, delivery.body, headers, reach).then(
    (status) =>
      status < 200 || status > 299
        ? failed(clock(), delivery.attempts, `Answered ${status}`, status)
        : delivered(clock(), status),
    (error: Error) => failed(clock(), delivery.attempts, error.message, null),
  )
  await settle(db, clock(), delivery, outcome)
}

interface Outcome {
  status: 'delivered' | 'queued' | 'failed'
  response_status: number | null
  last_error: string | null
  delivered_at?: string
  next_attempt_at?: string
}

const delivered = (now: Date, status: number): Outcome => ({
  status: 'delivered',
  response_status: status,
  last_error: null,
  delivered_at: toInstant(now),
})

function failed(now: Date, attempts: number, reason: string, status: number | null): Outcome {
  const minutes = retryAfterMinutes(attempts)
  return {
    status: minutes === null ? 'failed' : 'queued',
    response_status: status,
    last_error: reason.slice(0, 500),
    next_attempt_at: toInstant(addMinutes(now, minutes ?? 0)),
  }
}

/** Writes how it went, and tells the screens that show the log. */
function settle(
  db: Db,
  now: Date,
  { id, agency_id: agencyId }: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> {
  return transact(db, async (trx) => {
    await trx.updateTable('webhook_deliveries').set(outcome).where('id', '=', id).execute()
    await publishChange(trx, { agencyId, now }, { domains: ['webhooks'] })
  })
}

/** Sends a delivery again at once; receivers know it by its id. */
export async function retryDelivery(db: Db, scope: AgencyScope, id: string): Promise<{ id: string }> {
  const delivery = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 0, delivered_at: null, next_attempt_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (delivery === undefined) throw notFound('This delivery')
  return { id }
}
