import { postJson, type Reach } from '../../../adapters/public-http.ts'
import { readInstanceKey } from '../../../core/config.ts'
import type { AgencyCtx, Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { NEVER, workOff } from '../../../core/fair-queue.ts'
import { atThisInstant } from '../../../core/reach.ts'
import { selectFrom, updateTable } from '../../../core/rows.ts'
import { openSecret } from '../../../core/secret-box.ts'
import { transact } from '../../../core/transaction.ts'
import { claimDue, lanesDue, releaseClaim } from '../../../db/claim.ts'
import { addMinutes, toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { retryAfterMinutes, signBody } from '../rules.ts'
import { noteSuccess, switchOff, switchOffIfLong } from './disable-failing.ts'

/** A process that dies while sending holds its delivery for this long. */
const LEASE_MINUTES = 2
const BOUNDS = { atOnce: 16, perLane: 4 }
/** Of one agency's endpoints none holds up the others. */
const PER_ENDPOINT = 2

/**
 * Sends the webhook deliveries that are due, each agency in its turn. Each is claimed first, so two
 * processes never send one twice; what the signal cuts off stays queued.
 */
export async function deliverDueWebhooks(
  ctx: Ctx,
  signal: AbortSignal = NEVER,
  reach: Reach = 'public',
): Promise<void> {
  const sending = new Map<string, number>()
  const queue = {
    lanes: () => lanesDue(ctx.db, 'webhook_deliveries', 'agency_id', atThisInstant(ctx).now),
    claim: async (agencyId: string | null) => {
      const full = [...sending].filter(([, count]) => count >= PER_ENDPOINT).map(([id]) => id)
      const delivery = await claimDelivery(atThisInstant(ctx), agencyId ?? '', full)
      if (delivery !== null) sending.set(delivery.webhook_id, (sending.get(delivery.webhook_id) ?? 0) + 1)
      return delivery
    },
    work: async (delivery: ClaimedDelivery) => {
      try {
        await attemptDelivery(ctx, delivery, { signal, reach })
      } finally {
        sending.set(delivery.webhook_id, (sending.get(delivery.webhook_id) ?? 1) - 1)
      }
    },
  }
  await workOff(queue, BOUNDS, signal)
}

type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

async function claimDelivery(ctx: Ctx, agencyId: string, full: string[]) {
  const id = await claimDue(ctx.db, 'webhook_deliveries', {
    now: ctx.now,
    leaseMinutes: LEASE_MINUTES,
    narrow: (query) => {
      const own = query.where('agency_id' as 'lane', '=', agencyId)
      return full.length === 0 ? own : own.where('webhook_id' as 'lane', 'not in', full)
    },
  })
  if (id === null) return null
  const claimed = await selectFrom(ctx, 'webhook_deliveries')
    .select(['id', 'agency_id', 'webhook_id', 'event', 'body', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  return claimed ?? null
}

async function attemptDelivery(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  sending: { signal: AbortSignal; reach: Reach },
): Promise<void> {
  const webhook = await selectFrom(ctx, 'webhooks')
    .select(['id', 'agency_id', 'url', 'secret', 'failing_since'])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst()
  if (webhook === undefined) return
  const { clock } = ctx.services
  const secret = readSecret(ctx, webhook.secret)
  if (secret === null) {
    return switchOff(atThisInstant(ctx), webhook, 'Its signing secret can no longer be read')
  }
  const headers = {
    'foyer-event': delivery.event,
    'foyer-delivery': delivery.id,
    'foyer-signature': signBody(secret, delivery.body, clock()),
  }
  const answer = await postJson(webhook.url, delivery.body, headers, sending).catch((error: Error) => error)
  if (sending.signal.aborted && answer instanceof Error) {
    return releaseClaim(ctx.db, 'webhook_deliveries', delivery.id, clock())
  }
  if (typeof answer === 'number' && answer >= 200 && answer <= 299) {
    await settle(atThisInstant(ctx), delivery, delivered(clock(), answer))
    return noteSuccess(atThisInstant(ctx), webhook)
  }
  const [reason, status] =
    typeof answer === 'number' ? [`Answered ${answer}`, answer] : [reasonOf(answer), null]
  await settle(atThisInstant(ctx), delivery, failed(clock(), delivery.attempts, reason, status))
  await switchOffIfLong(atThisInstant(ctx), webhook, reason)
}

/** Null where it was encrypted with another key than this process has. */
function readSecret({ services }: Ctx, sealed: string): string | null {
  try {
    return openSecret(readInstanceKey(services.config.dataDir), sealed)
  } catch {
    return null
  }
}

const reasonOf = (error: Error): string =>
  error.name === 'TimeoutError' ? 'No answer in time' : error.message

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
function settle(ctx: Ctx, { id, agency_id: agencyId }: ClaimedDelivery, outcome: Outcome): Promise<void> {
  return transact(ctx, async (tx) => {
    await updateTable(tx, 'webhook_deliveries').set(outcome).where('id', '=', id).execute()
    await publishChange(tx, { domains: ['webhooks'], agencyId })
  })
}

/** Sends a delivery again at once; receivers know it by its id. */
export async function retryDelivery(ctx: AgencyCtx, id: string): Promise<{ id: string }> {
  const delivery = await updateTable(ctx, 'webhook_deliveries')
    .set({ status: 'queued', attempts: 0, delivered_at: null, next_attempt_at: toInstant(ctx.now) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (delivery === undefined) throw notFound('This delivery')
  return { id }
}
