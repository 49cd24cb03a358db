import type { Page } from '#shared/paging.ts'
import type { WebhookDeliveryDto, WebhookDto, WebhookEvent } from '#shared/webhooks.ts'
import type { AgencyScope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { fromFlag } from '../db/values.ts'
import { notFound } from '../errors.ts'

const MAX_WEBHOOKS = 50

/** The agency's webhooks, newest first; never their secrets. */
export async function listWebhooks(db: Db, scope: AgencyScope): Promise<WebhookDto[]> {
  const rows = await ownWebhooks(db, scope).orderBy('created_at', 'desc').limit(MAX_WEBHOOKS).execute()
  if (rows.length === 0) return []
  const events = await db
    .selectFrom('webhook_events')
    .select(['webhook_id', 'event'])
    .where('agency_id', '=', scope.agencyId)
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

export async function getWebhook(db: Db, scope: AgencyScope, id: string): Promise<WebhookDto> {
  const row = await ownWebhooks(db, scope).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This webhook')
  const events = await db
    .selectFrom('webhook_events')
    .select('event')
    .where('agency_id', '=', scope.agencyId)
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
  db: Db,
  scope: AgencyScope,
  input: { webhook_id: string; cursor?: string | null; limit: number },
): Promise<Page<WebhookDeliveryDto>> {
  await getWebhook(db, scope, input.webhook_id)
  const after = decodeCursor(input.cursor)
  const rows = await db
    .selectFrom('webhook_deliveries')
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
    .where('agency_id', '=', scope.agencyId)
    .where('webhook_id', '=', input.webhook_id)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => row,
  )
}

const ownWebhooks = (db: Db, scope: AgencyScope) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'enabled', 'version', 'created_at'])
    .where('agency_id', '=', scope.agencyId)

type WebhookRow = Awaited<ReturnType<ReturnType<typeof ownWebhooks>['executeTakeFirstOrThrow']>>

const toWebhook = (row: WebhookRow, events: WebhookEvent[]): WebhookDto => ({
  id: row.id,
  url: row.url,
  events,
  enabled: fromFlag(row.enabled),
  version: row.version,
  created_at: row.created_at,
})
