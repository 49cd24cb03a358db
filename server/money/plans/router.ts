import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import { payOverdueInput, subscribeInput } from '#shared/money/payments/schemas/payments.ts'
import { planListInput, planSaveInput } from '#shared/money/plans/schemas/packages.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { cancelSubscription } from './commands/cancel.ts'
import { confirmAnyPayment } from './commands/confirm.ts'
import { deletePlan } from './commands/delete-plan.ts'
import { payOverdue } from './commands/pay-overdue.ts'
import { savePlan } from './commands/save-plan.ts'
import { setPlanArchived } from './commands/set-archived.ts'
import { subscribe } from './commands/subscribe.ts'
import { getPackageAnalytics, listPackages } from './queries/analytics.ts'
import { listPlans } from './queries/plans.ts'
import { getSubscription, previewChange } from './queries/subscription.ts'

const planId = z.strictObject({ plan_id: z.uuid() })

export const packagesRouter = router({
  plans: userProcedure
    .meta({ can: 'subscription.read' })
    .query(({ ctx }) => listPlans(ctx, { kind: 'subscription', archived: false })),
  subscription: userProcedure
    .meta({ can: 'subscription.read' })
    .query(({ ctx }) => getSubscription(ctx, ctx.services.config)),
  preview: agencyProcedure
    .meta({ can: 'subscription.write' })
    .input(planId)
    .query(async ({ ctx, input }) => (await previewChange(ctx, input)).preview),
  subscribe: agencyProcedure
    .meta({ can: 'subscription.write', repetition: 'own' })
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribe(ctx, input)),
  payOverdue: agencyProcedure
    .meta({ can: 'subscription.write', repetition: 'own' })
    .input(payOverdueInput)
    .mutation(({ ctx, input }) => payOverdue(ctx, input)),
  cancel: agencyProcedure
    .meta({ can: 'subscription.write', repetition: 'reserve' })
    .input(z.strictObject({ when: z.enum(['now', 'period_end', 'never']) }))
    .mutation(({ ctx, input }) => cancelSubscription(ctx, input)),
  list: userProcedure
    .meta({ can: 'package.write' })
    .input(planListInput)
    .query(({ ctx, input }) => listPackages(ctx, input)),
  analytics: userProcedure.meta({ can: 'package.write' }).query(({ ctx }) => getPackageAnalytics(ctx)),
  save: userProcedure
    .meta({ can: 'package.write' })
    .input(planSaveInput)
    .mutation(({ ctx, input }) => savePlan(ctx, input)),
  setArchived: userProcedure
    .meta({ can: 'package.write' })
    .input(z.strictObject({ id: z.uuid(), archived: z.boolean() }))
    .mutation(({ ctx, input }) => setPlanArchived(ctx, input)),
  delete: userProcedure
    .meta({ can: 'package.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => deletePlan(ctx, input)),
})

/** Part of `payments`, whose forms confirm any payment: a plan's is settled with its subscription. */
export const planPaymentsRouter = router({
  confirm: userProcedure
    .meta({ can: 'payment.pay', repetition: 'reserve' })
    .input(idInput)
    .mutation(({ ctx, input }) => confirmAnyPayment(ctx, input)),
})
