import { z } from 'zod'
import { pageInput } from '#shared/paging.ts'
import { webhookSaveInput } from '#shared/webhooks.ts'
import { readInstanceKey } from '../config.ts'
import { agencyProcedure, router } from '../trpc/procedures.ts'
import { retryDelivery } from './commands/deliver.ts'
import { deleteWebhook, saveWebhook } from './commands/save.ts'
import { listDeliveries, listWebhooks } from './queries.ts'

const write = agencyProcedure.meta({ can: 'webhook.write' })
const idInput = z.strictObject({ id: z.uuid() })

export const webhooksRouter = router({
  list: write.query(({ ctx }) => listWebhooks(ctx.services.db, ctx.scope)),
  deliveries: write
    .input(z.strictObject({ ...pageInput, webhook_id: z.uuid() }))
    .query(({ ctx, input }) => listDeliveries(ctx.services.db, ctx.scope, input)),
  save: write
    .input(webhookSaveInput)
    .mutation(({ ctx, input }) =>
      saveWebhook(ctx.services.db, ctx.scope, input, readInstanceKey(ctx.services.config.dataDir)),
    ),
  delete: write
    .input(idInput)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.services.db, ctx.scope, input.id)),
  retry: write
    .input(idInput)
    .mutation(({ ctx, input }) => retryDelivery(ctx.services.db, ctx.scope, input.id)),
})
