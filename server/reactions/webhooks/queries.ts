import type { Page } from '#shared/paging.ts'
import type { WebhookDeliveryDto, WebhookDto } from '#shared/webhooks.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { afterCursor, decodeCursor, toPage } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'

/** All webhooks of the agency, newest first; never their secrets. */
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

/** What was sent to one webhook, newest first. */
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
  const rows = await afterCursor(sent, ['created_at', 'id'], decodeCursor(input.cursor))
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => row,
  )
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
