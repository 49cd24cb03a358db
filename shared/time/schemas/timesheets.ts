import { z } from 'zod'
import { calendarDate } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText } from '../../base/schemas/text.ts'
import { BUDGET_KINDS, BUDGETS_AT_ONCE, INVOICE_GROUPINGS, TIMESHEET_STATUSES } from '../timesheets.ts'

/** Any day of the week. */
export const timesheetSubmitInput = z.strictObject({ date: calendarDate, note: optionalText(500) })
/** The same for a contributor who hasn't submitted it. */
export const timesheetSubmitForInput = timesheetSubmitInput.extend({ user_id: z.uuid() })
export const timesheetWithdrawInput = z.strictObject({ id: z.uuid(), version: z.int() })
export const timesheetReviewInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  decision: z.enum(['approved', 'rejected']),
  note: optionalText(500),
})
export const timesheetUndoInput = z.strictObject({ id: z.uuid(), version: z.int() })
export const timesheetListInput = z.strictObject({
  ...pageInput,
  status: z.enum(TIMESHEET_STATUSES).nullish(),
  /** Only the week starting on this Monday. */
  week_start: calendarDate.nullish(),
  whose: z.enum(['own', 'agency']).default('own'),
})

/** The approved, billable, uninvoiced time to bill; `from` and `to` are inclusive. */
export const unbilledInput = z.strictObject({
  client_id: z.uuid(),
  project_id: z.uuid().nullish(),
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  group_by: z.enum(INVOICE_GROUPINGS).default('task'),
  /** Minor units per hour for time recorded without a rate; 0 bills it at zero. */
  missing_rate: z.int().min(0, 'Hourly rate cannot be negative').max(1_000_000_000).nullish(),
})

/** Of these projects, archived ones included; without ids, of the newest that aren't archived. */
export const budgetListInput = z
  .strictObject({ project_ids: z.array(z.uuid()).max(BUDGETS_AT_ONCE).optional() })
  .default({})

/** Omitted fields remain unchanged. */
export const projectTimeInput = z.strictObject({
  project_id: z.uuid(),
  version: z.int().optional(),
  share_hours: z.boolean().optional(),
  /** Minor units per hour; null uses the contributor's rate. */
  billing_rate: z.int().min(0, 'Hourly rate cannot be negative').max(1_000_000_000).nullable().optional(),
  /** `amount` is minutes of `hours`, minor units of `money`. */
  budget: z
    .strictObject({
      kind: z.enum(BUDGET_KINDS),
      amount: z.int().min(1, 'Budget must be more than 0').max(100_000_000_000),
    })
    .nullable()
    .optional(),
})
