import { z } from 'zod'
import { planListInput, planSaveInput } from '#shared/packages.ts'
import { payOverdueInput, subscribeInput } from '#shared/payments.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { cancelSubscription } from './commands/cancel.ts'
import { payOverdue } from './commands/pay.ts'
import { deletePlan, savePlan, setPlanArchived } from './commands/plans.ts'
import { subscribe } from './commands/subscribe.ts'
import { getSubscription, previewChange } from './queries/subscription.ts'
import { getPackageAnalytics, listPackages, listPlans } from './queries.ts'

const planId = z.strictObject({ plan_id: z.uuid() })

export const packagesRouter = router({
  plans: userProcedure
    .meta({ can: 'subscription.read' })
    .query(({ ctx }) => listPlans(ctx.services.db, { kind: 'subscription', archived: false })),
  subscription: userProcedure
    .meta({ can: 'subscription.read' })
    .query(({ ctx }) => getSubscription(ctx.services.db, ctx.services.config, ctx.scope)),
  preview: agencyProcedure
    .meta({ can: 'subscription.write' })
    .input(planId)
    .query(async ({ ctx, input }) => (await previewChange(ctx.services, ctx.scope, input)).preview),
  subscribe: agencyProcedure
    .meta({ can: 'subscription.write' })
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribe(ctx.services, ctx.scope, input)),
  payOverdue: agencyProcedure
    .meta({ can: 'subscription.write' })
    .input(payOverdueInput)
    .mutation(({ ctx, input }) => payOverdue(ctx.services, ctx.scope, input)),
  cancel: agencyProcedure
    .meta({ can: 'subscription.write' })
    .input(z.strictObject({ when: z.enum(['now', 'period_end', 'never']) }))
    .mutation(({ ctx, input }) => cancelSubscription(ctx.services, ctx.scope, input)),
  list: userProcedure
    .meta({ can: 'package.write' })
    .input(planListInput)
    .query(({ ctx, input }) => listPackages(ctx.services.db, input)),
  analytics: userProcedure
    .meta({ can: 'package.write' })
    .query(({ ctx }) => getPackageAnalytics(ctx.services.db, ctx.scope.now)),
  save: userProcedure
    .meta({ can: 'package.write' })
    .input(planSaveInput)
    .mutation(({ ctx, input }) => savePlan(ctx.services.db, ctx.scope, input)),
  setArchived: userProcedure
    .meta({ can: 'package.write' })
    .input(z.strictObject({ id: z.uuid(), archived: z.boolean() }))
    .mutation(({ ctx, input }) => setPlanArchived(ctx.services.db, ctx.scope, input)),
  delete: userProcedure
    .meta({ can: 'package.write' })
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => deletePlan(ctx.services.db, ctx.scope, input)),
})
