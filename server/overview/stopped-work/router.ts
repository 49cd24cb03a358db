import { stoppedWorkInput } from '#shared/overview/schemas/stopped-work.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { retryStoppedWork } from './commands.ts'
import { listStoppedWork } from './queries.ts'

const manage = userProcedure.meta({ can: 'stopped-work.manage', repetition: 'reserve' })

export const stoppedWorkRouter = router({
  list: manage.query(({ ctx }) => listStoppedWork(ctx)),
  retry: manage.input(stoppedWorkInput).mutation(({ ctx, input }) => retryStoppedWork(ctx, input)),
})
