import { activityListInput } from '#shared/activity.ts'
import { router, userProcedure } from '../../core/procedures.ts'
import { listActivity } from './queries.ts'

export const activityRouter = router({
  list: userProcedure
    .meta({ can: 'activity.read' })
    .input(activityListInput)
    .query(({ ctx, input }) => listActivity(ctx, input)),
})
