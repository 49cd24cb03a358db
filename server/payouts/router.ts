import { z } from 'zod'
import { payBatchInput, payoutCreateInput, payoutListInput, payoutsFromHoursInput } from '#shared/payouts.ts'
import { agencyProcedure, router, userProcedure } from '../core/procedures.ts'
import { cancelPayout, createPayout, createPayoutsFromHours, payBatch } from './commands.ts'
import { getPayoutTotals, listPayouts, previewPayouts } from './queries.ts'

export const payoutsRouter = router({
  list: userProcedure
    .meta({ can: 'payout.read' })
    .input(payoutListInput)
    .query(({ ctx, input }) => listPayouts(ctx, input)),
  totals: userProcedure.meta({ can: 'payout.read' }).query(({ ctx }) => getPayoutTotals(ctx)),
  preview: agencyProcedure.meta({ can: 'payout.write' }).query(({ ctx }) => previewPayouts(ctx)),
  create: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payoutCreateInput)
    .mutation(({ ctx, input }) => createPayout(ctx, input)),
  fromHours: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payoutsFromHoursInput)
    .mutation(({ ctx, input }) => createPayoutsFromHours(ctx, input)),
  payBatch: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payBatchInput)
    .mutation(({ ctx, input }) => payBatch(ctx, input)),
  cancel: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => cancelPayout(ctx, input)),
})
