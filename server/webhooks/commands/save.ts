import type { z } from 'zod'
import type { WebhookDto, webhookSaveInput } from '#shared/webhooks.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { newSecret } from '../../auth/sessions.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import { sealSecret } from '../../services/secret-box.ts'
import { getWebhook } from '../queries.ts'

type WebhookSave = z.output<typeof webhookSaveInput>

/** The webhook as saved; a new one tells its signing secret this once. */
export type SavedWebhook = WebhookDto & { secret: string | null }

export function saveWebhook(
  db: Db,
  scope: AgencyScope,
  input: WebhookSave,
  instanceKey: Buffer,
): Promise<SavedWebhook> {
  const secret = input.id === undefined ? newSecret() : null
  return transact(db, async (trx) => {
    const id = input.id ?? newId()
    if (secret === null) await updateWebhook(trx, scope, id, input)
    else await insertWebhook(trx, scope, id, input, sealSecret(instanceKey, secret))
    await trx
      .insertInto('webhook_events')
      .values(
        [...new Set(input.events)].map((event) => ({ agency_id: scope.agencyId, webhook_id: id, event })),
      )
      .execute()
    await recordAudit(trx, scope, {
      action: secret === null ? 'webhook.updated' : 'webhook.created',
      subject: { type: 'webhook', id },
      detail: input.url,
    })
    return { ...(await getWebhook(trx, scope, id)), secret }
  })
}

async function insertWebhook(
  trx: Trx,
  scope: AgencyScope,
  id: string,
  input: WebhookSave,
  sealed: string,
): Promise<void> {
  const now = toInstant(scope.now)
  await trx
    .insertInto('webhooks')
    .values({
      agency_id: scope.agencyId,
      id,
      url: input.url,
      secret: sealed,
      enabled: toFlag(input.enabled),
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function updateWebhook(trx: Trx, scope: AgencyScope, id: string, input: WebhookSave): Promise<void> {
  const current = await getWebhook(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This webhook')
  await trx
    .updateTable('webhooks')
    .set({
      url: input.url,
      enabled: toFlag(input.enabled),
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .execute()
  await trx
    .deleteFrom('webhook_events')
    .where('agency_id', '=', scope.agencyId)
    .where('webhook_id', '=', id)
    .execute()
}

export function deleteWebhook(db: Db, scope: AgencyScope, id: string): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const webhook = await trx
      .deleteFrom('webhooks')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst()
    if (webhook === undefined) throw notFound('This webhook')
    await recordAudit(trx, scope, {
      action: 'webhook.deleted',
      subject: { type: 'webhook', id },
      detail: webhook.url,
    })
    return { id }
  })
}
