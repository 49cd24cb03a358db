import { contributorListInput, peopleListInput } from '#shared/people/schemas/people.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { listContributors, listPeople } from './queries.ts'

export const peopleRouter = router({
  list: userProcedure
    .meta({ can: 'people.read' })
    .input(peopleListInput.prefault({}))
    .query(({ ctx, input }) => listPeople(ctx, input)),
  contributors: userProcedure
    .meta({ can: 'task.write' })
    .input(contributorListInput)
    .query(({ ctx, input }) => listContributors(ctx, input)),
})
