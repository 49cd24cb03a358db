import { z } from 'zod'
import {
  projectTimeInput,
  timesheetListInput,
  timesheetReviewInput,
  timesheetSubmitInput,
  timesheetWithdrawInput,
  unbilledInput,
} from '#shared/timesheets.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { saveProjectTime } from './commands/budgets.ts'
import { reviewWeek, submitWeek, withdrawWeek } from './commands/sheets.ts'
import { unbilledTime } from './queries/billing.ts'
import { getProjectTime, listBudgets } from './queries/budgets.ts'
import { getTimesheet, listTimesheets } from './queries/sheets.ts'

export const timesheetsRouter = router({
  list: userProcedure
    .meta({ can: 'timesheet.own' })
    .input(timesheetListInput)
    .query(({ ctx, input }) => listTimesheets(ctx.services.db, ctx.scope, input)),
  get: userProcedure
    .meta({ can: 'timesheet.own' })
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => getTimesheet(ctx.services.db, ctx.scope, input.id)),
  submit: agencyProcedure
    .meta({ can: 'timesheet.own' })
    .input(timesheetSubmitInput)
    .mutation(({ ctx, input }) => submitWeek(ctx.services.db, ctx.scope, input)),
  withdraw: agencyProcedure
    .meta({ can: 'timesheet.own' })
    .input(timesheetWithdrawInput)
    .mutation(({ ctx, input }) => withdrawWeek(ctx.services.db, ctx.scope, input)),
  review: agencyProcedure
    .meta({ can: 'timesheet.review' })
    .input(timesheetReviewInput)
    .mutation(({ ctx, input }) => reviewWeek(ctx.services.db, ctx.scope, input)),
  unbilled: userProcedure
    .meta({ can: 'timesheet.bill' })
    .input(unbilledInput)
    .query(({ ctx, input }) => unbilledTime(ctx.services.db, ctx.scope, input)),
  budgets: userProcedure
    .meta({ can: 'project-time.read' })
    .query(({ ctx }) => listBudgets(ctx.services.db, ctx.scope)),
  projectTime: userProcedure
    .meta({ can: 'project-time.read' })
    .input(z.strictObject({ project_id: z.uuid() }))
    .query(({ ctx, input }) => getProjectTime(ctx.services.db, ctx.scope, input.project_id)),
  saveProjectTime: agencyProcedure
    .meta({ can: 'project-time.write' })
    .input(projectTimeInput)
    .mutation(({ ctx, input }) => saveProjectTime(ctx.services.db, ctx.scope, input)),
})
