import type { AgencyCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { record } from '../../../core/events.ts'
import { deleteFrom } from '../../../core/rows.ts'
import { transact } from '../../../core/transaction.ts'

export function deleteWebhook(ctx: AgencyCtx, id: string): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const webhook = await deleteFrom(tx, 'webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    if (webhook === undefined) throw notFound('This webhook')
    await record(tx, 'webhook.deleted', { id, url: webhook.url })
    return { id }
  })
}
