import { router, userProcedure } from '../core/procedures.ts'
import { getDashboard } from './queries/dashboard.ts'
import { listWaiting } from './queries/waiting.ts'

export const dashboardRouter = router({
  stats: userProcedure.meta({ can: 'dashboard.read' }).query(({ ctx }) => getDashboard(ctx)),
  waiting: userProcedure.meta({ can: 'dashboard.read' }).query(({ ctx }) => listWaiting(ctx)),
})
