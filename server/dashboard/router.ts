import { router, userProcedure } from '../trpc/procedures.ts'
import { getDashboard } from './queries.ts'

export const dashboardRouter = router({
  stats: userProcedure
    .meta({ can: 'dashboard.read' })
    .query(({ ctx }) => getDashboard(ctx.services.db, ctx.scope)),
})
