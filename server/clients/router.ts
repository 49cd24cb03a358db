import { z } from 'zod'
import { clientListInput, clientSaveInput } from '#shared/clients.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { saveClient, setClientArchived } from './commands.ts'
import { countClients, getClient, listClients } from './queries.ts'

export const clientsRouter = router({
  list: userProcedure
    .meta({ can: 'client.read' })
    .input(clientListInput)
    .query(({ ctx, input }) => listClients(ctx.services.db, ctx.scope, input)),
  counters: userProcedure
    .meta({ can: 'client.read' })
    .query(({ ctx }) => countClients(ctx.services.db, ctx.scope)),
  get: userProcedure
    .meta({ can: 'client.read' })
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => getClient(ctx.services.db, ctx.scope, input.id)),
  save: agencyProcedure
    .meta({ can: 'client.write' })
    .input(clientSaveInput)
    .mutation(({ ctx, input }) => saveClient(ctx.services.db, ctx.scope, input)),
  setArchived: agencyProcedure
    .meta({ can: 'client.write' })
    .input(z.strictObject({ id: z.uuid(), archived: z.boolean() }))
    .mutation(({ ctx, input }) => setClientArchived(ctx.services.db, ctx.scope, input)),
})
