import { skipStepInput } from '#shared/overview/schemas/first-steps.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { addSample } from './commands/add-sample.ts'
import { removeSample } from './commands/remove-sample.ts'
import { setStepSkipped } from './commands/set-step-skipped.ts'
import { getCharts } from './queries/charts.ts'
import { getDashboard } from './queries/dashboard.ts'
import { getFirstSteps } from './queries/first-steps.ts'
import { listWaiting } from './queries/waiting.ts'

const read = userProcedure.meta({ can: 'dashboard.read', reads: 'replica' })

export const dashboardRouter = router({
  stats: read.query(({ ctx }) => getDashboard(ctx)),
  charts: read.query(({ ctx }) => getCharts(ctx)),
  waiting: read.query(({ ctx }) => listWaiting(ctx)),
  firstSteps: read.query(({ ctx }) => getFirstSteps(ctx)),
  skipStep: read.input(skipStepInput).mutation(({ ctx, input }) => setStepSkipped(ctx, input)),
  addSample: agencyProcedure.meta({ can: 'project.write' }).mutation(({ ctx }) => addSample(ctx)),
  removeSample: agencyProcedure.meta({ can: 'project.write' }).mutation(({ ctx }) => removeSample(ctx)),
})
