import { searchInput } from '#shared/overview/schemas/search.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { searchAll } from './queries/search.ts'

export const searchRouter = router({
  all: userProcedure
    .meta({ can: 'search.read', reads: 'replica' })
    .input(searchInput)
    .query(({ ctx, input }) => searchAll(ctx, input)),
})
