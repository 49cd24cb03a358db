import { postJson, type Reach } from '../../../adapters/public-http.ts'
import { openSecret } from '../../../core/secret-box.ts'
import { readInstanceKey } from '../../../core/config.ts'
import type { AgencyCtx, Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { atThisInstant } from '../../../core/reach.ts'
import { selectFrom, updateTable } from '../../../core/rows.ts'
import { transact } from '../../../core/transaction.ts'
import { claimDue } from '../../../db/claim.ts'
import { addMinutes, toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { retryAfterMinutes, signBody } from '../rules.ts'

/** A process that dies while sending holds its delivery for this long. */
const LEASE_MINUTES = 2
const BATCH = 50

/** Sends the webhook deliveries that are due; each is claimed first, so two processes never send one twice. */
export async function deliverDueWebhooks(ctx: Ctx, reach: Reach = 'public'): Promise<void> {
  for (let count = 0; count < BATCH; count++) {
    const delivery = await claimDelivery(atThisInstant(ctx))
    if (delivery === null) return
    await attemptDelivery(ctx, delivery, reach)
  }
}

type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

async function claimDelivery(ctx: Ctx) {
  const id = await claimDue(ctx.db, 'webhook_deliveries', { now: ctx.now, leaseMinutes: LEASE_MINUTES })
  if (id === null) return null
  const claimed = await selectFrom(ctx, 'webhook_deliveries')
    .select(['id', 'agency_id', 'webhook_id', 'event', 'body', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  return claimed ?? null
}

async function attemptDelivery(ctx: Ctx, delivery: ClaimedDelivery, reach: Reach): Promise<void> {
  const webhook = await selectFrom(ctx, 'webhooks')
    .select(['url', 'secret'])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst()
  if (webhook === undefined) return
  const secret = openSecret(readInstanceKey(ctx.services.config.dataDir), webhook.secret)
  const headers = {
    'foyer-event': delivery.event,
    'foyer-delivery': delivery.id,
    'foyer-signature': signBody(secret, delivery.body, ctx.services.clock()),
  }
  const outcome = await postJson(webhook.url, delivery.body, headers, reach).then(
    (status) =>
      status < 200 || status > 299
        ? failed(ctx.services.clock(), delivery.attempts, `Answered ${status}`, status)
        : delivered(ctx.services.clock(), status),
    (error: Error) => failed(ctx.services.clock(), delivery.attempts, error.message, null),
  )
  await settle(atThisInstant(ctx), delivery, outcome)
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
