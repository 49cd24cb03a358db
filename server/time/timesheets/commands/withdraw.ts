import type { z } from 'zod'
import type { timesheetWithdrawInput } from '#shared/time/schemas/timesheets.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutSheet, requireSubmitted } from '../queries/sheets.ts'
import { openEntries } from './submit.ts'

/** Withdraws a submitted week before it is reviewed. */
export function withdrawWeek(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetWithdrawInput>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const sheet = await requireSubmitted(tx, input)
    if (sheet.user_id !== ctx.actor.userId) throw notFound('This timesheet')
    await openEntries(tx, sheet.user_id)
      .set({ timesheet_id: null })
      .where('timesheet_id', '=', input.id)
      .execute()
    await deleteFrom(tx, 'timesheets').where('id', '=', input.id).execute()
    await record(tx, 'timesheet.withdrawn', aboutSheet(sheet))
    return { id: input.id }
  })
}
