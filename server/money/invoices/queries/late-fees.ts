import type { AgencyId } from '#shared/base/roles.ts'
import type { OpenLateFeeDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { amountDue } from '../rules.ts'

/** The unpaid and drafted late fees of an issued invoice, in the order in which they were charged. */
export async function openLateFees(
  ctx: Ctx,
  invoice: { id: string; agency_id: AgencyId | null; client_id: string | null },
): Promise<OpenLateFeeDto[]> {
  const rows = await selectFrom(ctx, 'invoices')
    .select((eb) => [
      'id',
      'number',
      ...OWED_COLUMNS,
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.invoice_id', '=', 'invoices.id')
            .where('payments.status', '=', 'pending'),
        )
        .as('is_being_paid'),
    ])
    .where('agency_id', '=', invoice.agency_id)
    .where('client_id', '=', invoice.client_id)
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['draft', 'sent', 'overdue'])
    .where('late_fee_of', '=', invoice.id)
    .orderBy('created_at')
    .orderBy('run_key')
    .execute()
  return rows.map((fee) => ({
    id: fee.id,
    number: fee.number,
    amount_due: amountDue(fee),
    voidable: fee.amount_paid === 0 && fee.amount_credited === 0 && !fee.is_being_paid,
  }))
}
