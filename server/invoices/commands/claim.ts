import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'

/**
 * Holds the invoice's row until the transaction ends, so that what is read of it next stays true. Whoever
 * opens a payment or withdraws the invoice takes it first: two tabs never both see the amount as owed.
 */
export async function lockInvoice(tx: Tx, invoiceId: string): Promise<void> {
  await updateTable(tx, 'invoices')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', invoiceId)
    .execute()
}

/** Locks a sent invoice of the agency that is not settled yet. */
export async function lockOpenInvoice(tx: Tx<AgencyCtx>, id: string) {
  await lockInvoice(tx, id)
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.version',
      'invoices.number',
      'invoices.client_id',
      'invoices.project_id',
      'invoices.currency',
      'invoices.agency_id',
      'invoices.booking_rate',
      'invoices.booked_on',
      'invoices.rate_source',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'agencies.timezone',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice?.client_id == null) throw notFound('This invoice')
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'Only a sent invoice that is still open can be voided or credited.')
  }
  return { ...invoice, client_id: invoice.client_id }
}

export async function refuseWhilePaying(tx: Tx, invoiceId: string): Promise<void> {
  const open = await selectFrom(tx, 'payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (open !== undefined) {
    throw new AppError('CONFLICT', 'A payment for this invoice is in progress. Wait until it has finished.')
  }
}
