import { idInput } from '#shared/base/schemas/ids.ts'
import { apiTokenInput } from '#shared/identity/schemas/api-tokens.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { createApiToken } from './commands/create.ts'
import { revokeAllApiTokens, revokeApiToken } from './commands/revoke.ts'
import { listApiTokens } from './queries/list.ts'

const own = userProcedure.meta({ can: 'api-token.own' })

export const apiTokensRouter = router({
  list: own.query(({ ctx }) => listApiTokens(ctx)),
  create: userProcedure
    .meta({ can: 'api-token.own', repetition: 'reserve' })
    .input(apiTokenInput)
    .mutation(({ ctx, input }) => createApiToken(ctx, input)),
  revoke: own.input(idInput).mutation(({ ctx, input }) => revokeApiToken(ctx, input.id)),
  revokeAll: own.mutation(({ ctx }) => revokeAllApiTokens(ctx)),
})
