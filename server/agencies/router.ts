import {
  agencyCreateInput,
  agencyDeleteInput,
  agencyIdInput,
  agencyListInput,
  agencyPlanInput,
  agencySuspendInput,
  extendTrialInput,
} from '#shared/agencies.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { createAgencyForOwner } from './commands/create.ts'
import { changePlan, extendTrial } from './commands/plan.ts'
import { cancelDeletion, requestDeletion, setSuspended } from './commands/suspend.ts'
import { endViewAs, startViewAs } from './commands/view-as.ts'
import { countAgencies, getAgencyDetails, listAgencies } from './queries/platform.ts'

const read = userProcedure.meta({ can: 'agency.read-all' })
const write = userProcedure.meta({ can: 'agency.write-all' })

export const agenciesRouter = router({
  list: read
    .input(agencyListInput)
    .query(({ ctx, input }) => listAgencies(ctx.services.db, ctx.scope, input)),
  counters: read.query(({ ctx }) => countAgencies(ctx.services.db)),
  details: read
    .input(agencyIdInput)
    .query(({ ctx, input }) => getAgencyDetails(ctx.services.db, ctx.scope, input.id)),
  create: write
    .input(agencyCreateInput)
    .mutation(({ ctx, input }) =>
      createAgencyForOwner(ctx.services.db, ctx.scope, input, ctx.services.config),
    ),
  changePlan: write
    .input(agencyPlanInput)
    .mutation(({ ctx, input }) => changePlan(ctx.services, ctx.scope, input)),
  extendTrial: write
    .input(extendTrialInput)
    .mutation(({ ctx, input }) => extendTrial(ctx.services.db, ctx.scope, input)),
  setSuspended: write
    .input(agencySuspendInput)
    .mutation(({ ctx, input }) => setSuspended(ctx.services, ctx.scope, input)),
  requestDeletion: write
    .input(agencyDeleteInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx.services, ctx.scope, input)),
  cancelDeletion: write
    .input(agencyIdInput)
    .mutation(({ ctx, input }) => cancelDeletion(ctx.services.db, ctx.scope, input)),
  viewAs: write.input(agencyIdInput).mutation(({ ctx, input }) => startViewAs(ctx, ctx.scope, input)),
  endViewAs: userProcedure
    .meta({ can: 'session.own', whileReading: true })
    .mutation(({ ctx }) => endViewAs(ctx, ctx.scope)),
})
