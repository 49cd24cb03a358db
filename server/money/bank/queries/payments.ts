import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** A payment to the agency that no provider received, with its invoice; throws NOT_FOUND. */
export async function requirePayment(ctx: AgencyCtx, id: string) {
  const payment = await selectFrom(ctx, 'payments')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select([
      'payments.id as payment_id',
      'payments.agency_id',
      'payments.client_id',
      'payments.invoice_id',
      'payments.amount',
      'payments.currency',
      'payments.status',
      'payments.paid_at',
      'invoices.project_id',
      'invoices.number',
    ])
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (payment === undefined) throw notFound('This payment')
  return payment
}

export type FoundPayment = Awaited<ReturnType<typeof requirePayment>>
