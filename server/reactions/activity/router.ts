import { activityListInput } from '#shared/reactions/schemas/activity.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { listActivity } from './queries.ts'

export const activityRouter = router({
  list: userProcedure
    .meta({ can: 'activity.read' })
    .input(activityListInput)
    .query(({ ctx, input }) => listActivity(ctx, input)),
})
