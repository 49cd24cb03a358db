import { z } from 'zod'
import { apiTokenInput } from '#shared/api-tokens.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { createApiToken, revokeApiToken } from './commands.ts'
import { listApiTokens } from './queries.ts'

const own = userProcedure.meta({ can: 'api-token.own' })

export const apiTokensRouter = router({
  list: own.query(({ ctx }) => listApiTokens(ctx.services.db, ctx.scope)),
  create: own
    .input(apiTokenInput)
    .mutation(({ ctx, input }) => createApiToken(ctx.services.db, ctx.scope, input)),
  revoke: own
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => revokeApiToken(ctx.services.db, ctx.scope, input.id)),
})
