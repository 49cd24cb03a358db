import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'

export function deleteWebhook(ctx: AgencyCtx, id: string): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const webhook = await deleteFrom(tx, 'webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    if (webhook === undefined) throw notFound('This webhook')
    await record(tx, 'webhook.deleted', { id, url: webhook.url })
    return { id }
  })
}
