import type { z } from 'zod'
import type { timesheetUndoInput } from '#shared/time/schemas/timesheets.ts'
import type { TimesheetDto } from '#shared/time/timesheets.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutSheet, getTimesheet } from '../queries/sheets.ts'

/** Undoes an approval while none of the hours are billed or paid; the week becomes pending again. */
export function undoApproval(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetUndoInput>,
): Promise<TimesheetDto> {
  return transact(ctx, async (tx) => {
    const sheet = await getTimesheet(tx, input.id)
    if (sheet.version !== input.version) throw conflict('This timesheet')
    const { numUpdatedRows } = await updateTable(tx, 'timesheets')
      .set({ status: 'submitted', reviewed_at: null, reviewed_by: null, version: sheet.version + 1 })
      .where('id', '=', input.id)
      .where('version', '=', sheet.version)
      .where('status', '=', 'approved')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('This timesheet')
    if (await isBilledOrPaid(tx, input.id)) {
      const message = 'This approval can’t be undone: hours from the week have been billed or paid out.'
      throw new AppError('CONFLICT', message, { reason: 'not_undone' })
    }
    const pendingSheet = await getTimesheet(tx, input.id)
    await record(tx, 'timesheet.approval-undone', aboutSheet(pendingSheet))
    return pendingSheet
  })
}

/** Whether any of its hours are on an invoice or payout. */
async function isBilledOrPaid(tx: Tx, id: string): Promise<boolean> {
  const entry = await selectFrom(tx, 'time_entries')
    .select('id')
    .where('timesheet_id', '=', id)
    .where((eb) => eb.or([eb('invoice_id', 'is not', null), eb('payout_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
