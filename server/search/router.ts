import { searchInput } from '#shared/search.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { searchAll } from './queries.ts'

export const searchRouter = router({
  all: userProcedure
    .meta({ can: 'search.read' })
    .input(searchInput)
    .query(({ ctx, input }) => searchAll(ctx.services.db, ctx.scope, input)),
})
