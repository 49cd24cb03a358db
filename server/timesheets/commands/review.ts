import type { z } from 'zod'
import type { TimesheetDto, timesheetReviewInput } from '#shared/timesheets.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { aboutSheet, getTimesheet, requireSubmitted } from '../queries/sheets.ts'

/** The owner's decision: approved time is locked and may be billed and paid, rejected time is open again. */
export function reviewWeek(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetReviewInput>,
): Promise<TimesheetDto> {
  return transact(ctx, async (tx) => {
    const sheet = await requireSubmitted(tx, input)
    await updateTable(tx, 'timesheets')
      .set({
        status: input.decision,
        review_note: input.note,
        reviewed_at: toInstant(ctx.now),
        reviewed_by: ctx.actor.userId,
        version: sheet.version + 1,
      })
      .where('id', '=', input.id)
      .where('version', '=', sheet.version)
      .execute()
    const reviewed = await getTimesheet(tx, input.id)
    await record(tx, `timesheet.${input.decision}`, aboutSheet(reviewed))
    return reviewed
  })
}
