import type { Page } from '#shared/base/paging.ts'
import type { WebhookDeliveryDto, WebhookDto } from '#shared/reactions/webhooks.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../base/core/context.ts'
import { pageAfter } from '../../base/core/rows/paging.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'
import { openForInstance } from '../../base/core/secret-box.ts'
import { fromFlag } from '../../base/db/values.ts'

/** The agency's webhooks, newest first, without their secrets. */
export async function listWebhooks(ctx: AgencyCtx): Promise<WebhookDto[]> {
  const rows = await ownWebhooks(ctx).orderBy('created_at', 'desc').orderBy('id').execute()
  if (rows.length === 0) return []
  const events = await selectFrom(ctx, 'webhook_events')
    .select(['webhook_id', 'event'])
    .orderBy('event')
    .execute()
  const byWebhook = Map.groupBy(events, (row) => row.webhook_id)
  return rows.map((row) =>
    toWebhook(
      row,
      (byWebhook.get(row.id) ?? []).map(({ event }) => event),
    ),
  )
}

export async function getWebhook(ctx: AgencyCtx, id: string): Promise<WebhookDto> {
  const row = await ownWebhooks(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This webhook')
  const events = await selectFrom(ctx, 'webhook_events')
    .select('event')
    .where('webhook_id', '=', id)
    .orderBy('event')
    .execute()
  return toWebhook(
    row,
    events.map(({ event }) => event),
  )
}

interface Secrets {
  secret: string
  /** Those of the last day, separated by spaces. */
  earlier_secret: string | null
  earlier_until: string | null
}

/** The secrets that sign, the current one first; empty if that was encrypted with another key. */
export function signingSecrets(
  { services }: Ctx,
  { secret, earlier_secret: earlier, earlier_until: until }: Secrets,
): string[] {
  const open = (sealed: string): string[] => {
    try {
      return openForInstance(services.config, sealed).split(' ')
    } catch {
      return []
    }
  }
  const present = open(secret)
  const isSigning = earlier !== null && until !== null && new Date(until) > services.clock()
  return present.length > 0 && isSigning ? [...present, ...open(earlier)] : present
}

/** Deliveries to one webhook, newest first. */
export async function listDeliveries(
  ctx: AgencyCtx,
  input: { webhook_id: string; cursor?: string | null; limit: number },
): Promise<Page<WebhookDeliveryDto>> {
  await getWebhook(ctx, input.webhook_id)
  const sent = selectFrom(ctx, 'webhook_deliveries')
    .select([
      'id',
      'webhook_id',
      'event',
      'status',
      'attempts',
      'response_status',
      'last_error',
      'created_at',
      'delivered_at',
    ])
    .where('webhook_id', '=', input.webhook_id)
  return pageAfter(sent, ['created_at', 'id'], input, (row) => row)
}

const ownWebhooks = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'webhooks').select(['id', 'url', 'enabled', 'version', 'created_at'])

type WebhookRow = Awaited<ReturnType<ReturnType<typeof ownWebhooks>['executeTakeFirstOrThrow']>>

const toWebhook = (row: WebhookRow, events: string[]): WebhookDto => ({
  id: row.id,
  url: row.url,
  events,
  enabled: fromFlag(row.enabled),
  version: row.version,
  created_at: row.created_at,
})
