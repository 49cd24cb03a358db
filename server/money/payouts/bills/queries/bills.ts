import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** A bill that the caller can see. */
export async function requireBill(ctx: AgencyCtx, id: string) {
  const bill = await selectFrom(ctx, 'payout_bills')
    .selectAll()
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (bill === undefined) throw notFound('This bill')
  return bill
}

/** A bill's uploaded file, with what is needed to serve it. */
export async function requireBillFile(ctx: AgencyCtx, billId: string) {
  const row = await selectFrom(ctx, 'payout_bill_files')
    .leftJoin('damaged_files', 'damaged_files.file_key', 'payout_bill_files.storage_key')
    .select(['name', 'content_type', 'size', 'sha256', 'payout_bill_files.storage_key'])
    .select('damaged_files.state as trouble')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('bill_id', '=', billId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This bill')
  return row
}

/** Whether a number has the prefix of the contributor's self-billed documents. */
export async function isOfSeries(ctx: AgencyCtx, employeeId: string, numberKey: string): Promise<boolean> {
  const series = await selectFrom(ctx, 'self_bill_series')
    .select('prefix_key')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('employee_id', '=', employeeId)
    .where('next_number', '>', 1)
    .execute()
  return series.some(({ prefix_key }) => numberKey.startsWith(prefix_key))
}
