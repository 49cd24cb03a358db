import type { z } from 'zod'
import type { timesheetWithdrawInput } from '#shared/timesheets.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { aboutSheet, requireSubmitted } from '../queries/sheets.ts'
import { ownEntries } from './submit.ts'

/** Takes a week back that nobody has decided on yet. */
export function withdrawWeek(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetWithdrawInput>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const sheet = await requireSubmitted(tx, input)
    if (sheet.user_id !== ctx.actor.userId) throw notFound('This timesheet')
    await ownEntries(tx).set({ timesheet_id: null }).where('timesheet_id', '=', input.id).execute()
    await deleteFrom(tx, 'timesheets').where('id', '=', input.id).execute()
    await record(tx, 'timesheet.withdrawn', aboutSheet(sheet))
    return { id: input.id }
  })
}
