import { postJson, type Reach } from '../../../base/adapters/public-http.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import { NEVER, workOff } from '../../../base/core/calls/fair-queue.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { atThisInstant } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { addMinutes, fromFlag, toInstant } from '../../../base/db/values.ts'
import { endLease, lanesDue, leaseDue } from '../../../base/db/work-queues.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { signingSecrets } from '../queries.ts'
import { retryAfterMinutes, signBody } from '../rules.ts'
import { noteSuccess, switchOff, switchOffIfLong } from './switch-off-failing.ts'

/** If a process dies while sending, its delivery can be sent by another after this time. */
const LEASE_MINUTES = 2
const BOUNDS = { atOnce: 16, perLane: 4 }
/** Concurrency per endpoint, so that one doesn't block an agency's others. */
const PER_ENDPOINT = 2

/**
 * Sends due webhook deliveries, agencies in turn. Each is leased first, so that no two processes send the same one;
 * deliveries interrupted by the signal stay queued.
 */
export async function deliverDueWebhooks(
  ctx: Ctx,
  signal: AbortSignal = NEVER,
  reach: Reach = 'public',
): Promise<void> {
  const sending = new Map<string, number>()
  const queue = {
    lanes: () => lanesDue(ctx.db, 'webhook_deliveries', 'agency_id', atThisInstant(ctx).now),
    lease: async (agencyId: string | null) => {
      const full = [...sending].filter(([, count]) => count >= PER_ENDPOINT).map(([id]) => id)
      const delivery = await leaseDelivery(atThisInstant(ctx), agencyId ?? '', full)
      if (delivery !== null) sending.set(delivery.webhook_id, (sending.get(delivery.webhook_id) ?? 0) + 1)
      return delivery
    },
    work: async (delivery: LeasedDelivery) => {
      try {
        await attemptDelivery(ctx, delivery, { signal, reach })
      } finally {
        sending.set(delivery.webhook_id, (sending.get(delivery.webhook_id) ?? 1) - 1)
      }
    },
  }
  await workOff(queue, BOUNDS, signal)
}

type LeasedDelivery = NonNullable<Awaited<ReturnType<typeof leaseDelivery>>>

async function leaseDelivery(ctx: Ctx, agencyId: string, full: string[]) {
  const id = await leaseDue(ctx.db, 'webhook_deliveries', {
    now: ctx.now,
    leaseMinutes: LEASE_MINUTES,
    narrow: (query) => {
      const own = query.where('agency_id' as 'lane', '=', agencyId)
      return full.length === 0 ? own : own.where('webhook_id' as 'lane', 'not in', full)
    },
  })
  if (id === null) return null
  const leased = await selectFrom(ctx, 'webhook_deliveries')
    .select(['id', 'agency_id', 'webhook_id', 'event', 'body', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  return leased ?? null
}

async function attemptDelivery(
  ctx: Ctx,
  delivery: LeasedDelivery,
  sending: { signal: AbortSignal; reach: Reach },
): Promise<void> {
  const webhook = await selectFrom(ctx, 'webhooks')
    .select([
      'id',
      'agency_id',
      'url',
      'secret',
      'earlier_secret',
      'earlier_until',
      'enabled',
      'failing_since',
    ])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst()
  if (webhook === undefined) return
  const { clock } = ctx.services
  if (!fromFlag(webhook.enabled)) return settle(atThisInstant(ctx), delivery, CANCELED)
  const secrets = signingSecrets(ctx, webhook)
  if (secrets.length === 0) {
    return switchOff(atThisInstant(ctx), webhook, 'Its signing secret can no longer be read')
  }
  const headers = {
    'foyer-event': delivery.event,
    'foyer-delivery': delivery.id,
    'foyer-signature': signBody(secrets, delivery.body, clock()),
  }
  const answer = await postJson(webhook.url, delivery.body, headers, sending).catch((error: Error) => error)
  if (sending.signal.aborted && answer instanceof Error) {
    return endLease(ctx.db, 'webhook_deliveries', delivery.id, clock())
  }
  if (typeof answer === 'number' && answer >= 200 && answer <= 299) {
    await settle(atThisInstant(ctx), delivery, delivered(clock(), answer))
    return noteSuccess(atThisInstant(ctx), webhook)
  }
  const [reason, status] =
    typeof answer === 'number' ? [`Responded with ${answer}`, answer] : [reasonOf(answer), null]
  const outcome = failed(clock(), delivery.attempts, reason, status)
  await settle(atThisInstant(ctx), delivery, outcome)
  const isLastAttempt = outcome.status === 'failed'
  await switchOffIfLong(atThisInstant(ctx), webhook, { reason, isLastAttempt })
}

const reasonOf = (error: Error): string =>
  error.name === 'TimeoutError' ? 'No response in time' : error.message

interface Outcome {
  status: 'delivered' | 'queued' | 'failed'
  response_status: number | null
  last_error: string | null
  delivered_at?: string
  next_attempt_at?: string
}

/** Queued while its webhook was being disabled. */
const CANCELED: Outcome = {
  status: 'failed',
  response_status: null,
  last_error: 'The webhook was disabled.',
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

/** Records the result and refreshes screens that show the log. */
function settle(ctx: Ctx, { id, agency_id: agencyId }: LeasedDelivery, outcome: Outcome): Promise<void> {
  return transactIn(ctx, agencyId, async (tx) => {
    await updateTable(tx, 'webhook_deliveries')
      .set(outcome)
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .execute()
    await publishChange(tx, { domains: ['webhooks'], agencyId })
  })
}

/** Sends a delivery again immediately; receivers recognize it by its id. */
export async function retryDelivery(ctx: AgencyCtx, id: string): Promise<{ id: string }> {
  const webhook = await selectFrom(ctx, 'webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select('webhooks.enabled')
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
  if (webhook !== undefined && !fromFlag(webhook.enabled)) {
    throw new AppError('CONFLICT', 'Turn the webhook on first.', { reason: 'webhook_disabled' })
  }
  const delivery = await updateTable(ctx, 'webhook_deliveries')
    .set({ status: 'queued', attempts: 0, delivered_at: null, next_attempt_at: toInstant(ctx.now) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (delivery === undefined) throw notFound('This delivery')
  return { id }
}
