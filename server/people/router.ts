import { contributorListInput } from '#shared/people.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { listContributors, listPeople } from './queries.ts'

export const peopleRouter = router({
  list: userProcedure.meta({ can: 'people.read' }).query(({ ctx }) => listPeople(ctx.services.db, ctx.scope)),
  contributors: userProcedure
    .meta({ can: 'task.write' })
    .input(contributorListInput)
    .query(({ ctx, input }) => listContributors(ctx.services.db, ctx.scope, input)),
})
