import type { z } from 'zod'
import type { timesheetReviewInput } from '#shared/time/schemas/timesheets.ts'
import type { TimesheetDto } from '#shared/time/timesheets.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { aboutSheet, getTimesheet, requireSubmitted } from '../queries/sheets.ts'

/**
 * Approves or rejects a week: approved time is locked and can be billed and paid, rejected time can be edited
 * again.
 */
export function reviewWeek(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetReviewInput>,
): Promise<TimesheetDto> {
  return transact(ctx, async (tx) => {
    const { id, version } = await requireSubmitted(tx, input)
    const review = {
      status: input.decision,
      review_note: input.note,
      reviewed_at: toInstant(ctx.now),
      reviewed_by: ctx.actor.userId,
    }
    const sheet = { agency_id: ctx.reach.agencyId, id, version }
    await updateVersioned(tx, 'timesheets', sheet, review, 'This timesheet')
    const reviewed = await getTimesheet(tx, input.id)
    await record(tx, `timesheet.${input.decision}`, aboutSheet(reviewed))
    return reviewed
  })
}
