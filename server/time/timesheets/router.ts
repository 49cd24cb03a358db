import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  budgetListInput,
  projectTimeInput,
  timesheetListInput,
  timesheetReviewInput,
  timesheetSubmitForInput,
  timesheetSubmitInput,
  timesheetUndoInput,
  timesheetWithdrawInput,
  unbilledInput,
} from '#shared/time/schemas/timesheets.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { reviewWeek } from './commands/review.ts'
import { saveProjectTime } from './commands/save-project-time.ts'
import { submitContributorWeek, submitWeek } from './commands/submit.ts'
import { undoApproval } from './commands/undo-approval.ts'
import { withdrawWeek } from './commands/withdraw.ts'
import { unbilledTime } from './queries/billing.ts'
import { getProjectTime, listBudgets } from './queries/budgets.ts'
import { getTimesheet, listTimesheets } from './queries/sheets.ts'
import { unsubmittedWeeks } from './queries/unsubmitted.ts'

export const timesheetsRouter = router({
  list: userProcedure
    .meta({ can: 'timesheet.own' })
    .input(timesheetListInput)
    .query(({ ctx, input }) => listTimesheets(ctx, input)),
  get: userProcedure
    .meta({ can: 'timesheet.own' })
    .input(idInput)
    .query(({ ctx, input }) => getTimesheet(ctx, input.id)),
  submit: agencyProcedure
    .meta({ can: 'timesheet.submit' })
    .input(timesheetSubmitInput)
    .mutation(({ ctx, input }) => submitWeek(ctx, input)),
  unsubmitted: agencyProcedure.meta({ can: 'timesheet.review' }).query(({ ctx }) => unsubmittedWeeks(ctx)),
  submitFor: agencyProcedure
    .meta({ can: 'timesheet.review' })
    .input(timesheetSubmitForInput)
    .mutation(({ ctx, input }) => submitContributorWeek(ctx, input)),
  withdraw: agencyProcedure
    .meta({ can: 'timesheet.submit' })
    .input(timesheetWithdrawInput)
    .mutation(({ ctx, input }) => withdrawWeek(ctx, input)),
  review: agencyProcedure
    .meta({ can: 'timesheet.review' })
    .input(timesheetReviewInput)
    .mutation(({ ctx, input }) => reviewWeek(ctx, input)),
  undoApproval: agencyProcedure
    .meta({ can: 'timesheet.review' })
    .input(timesheetUndoInput)
    .mutation(({ ctx, input }) => undoApproval(ctx, input)),
  unbilled: userProcedure
    .meta({ can: 'timesheet.bill' })
    .input(unbilledInput)
    .query(({ ctx, input }) => unbilledTime(ctx, input)),
  budgets: userProcedure
    .meta({ can: 'project-time.read', reads: 'replica' })
    .input(budgetListInput)
    .query(({ ctx, input }) => listBudgets(ctx, input)),
  projectTime: userProcedure
    .meta({ can: 'project-time.read' })
    .input(z.strictObject({ project_id: z.uuid() }))
    .query(({ ctx, input }) => getProjectTime(ctx, input.project_id)),
  saveProjectTime: agencyProcedure
    .meta({ can: 'project-time.write' })
    .input(projectTimeInput)
    .mutation(({ ctx, input }) => saveProjectTime(ctx, input)),
})
