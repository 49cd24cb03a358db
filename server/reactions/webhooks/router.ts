import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import { pageInput } from '#shared/base/schemas/paging.ts'
import { webhookSaveInput } from '#shared/reactions/schemas/webhooks.ts'
import { agencyProcedure, router } from '../../base/core/calls/procedures.ts'
import { createWebhook } from './commands/create.ts'
import { deleteWebhook } from './commands/delete.ts'
import { retryDelivery } from './commands/deliver.ts'
import { renewSecret } from './commands/renew-secret.ts'
import { updateWebhook } from './commands/update.ts'
import { listDeliveries, listWebhooks } from './queries.ts'

const write = agencyProcedure.meta({ can: 'webhook.write' })

export const webhooksRouter = router({
  list: write.query(({ ctx }) => listWebhooks(ctx)),
  deliveries: write
    .input(z.strictObject({ ...pageInput, webhook_id: z.uuid() }))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  save: write
    .input(webhookSaveInput)
    .mutation(({ ctx, input }) =>
      input.id === undefined ? createWebhook(ctx, input) : updateWebhook(ctx, input.id, input),
    ),
  renewSecret: write.input(idInput).mutation(({ ctx, input }) => renewSecret(ctx, input.id)),
  delete: write.input(idInput).mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),
  retry: write.input(idInput).mutation(({ ctx, input }) => retryDelivery(ctx, input.id)),
})
