import type { InvoiceStatus } from '#shared/invoices.ts'
import type { AgencyCtx, AgencyReach, Ctx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'

type InAgency = Ctx & { reach: AgencyReach }

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
export const lockOpenInvoice = (tx: Tx<AgencyCtx>, id: string) => lockInvoiceFor(tx, id, ['sent', 'overdue'])

/** Locks an invoice of the agency in one of these states. */
export async function lockInvoiceFor(tx: Tx<InAgency>, id: string, states: readonly InvoiceStatus[]) {
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
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'invoices.parties',
      'invoices.purchase_order',
      'invoices.prices_include_tax',
      'agencies.timezone',
      'agencies.currency as base_currency',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice?.client_id == null) throw notFound('This invoice')
  if (!states.includes(invoice.status)) {
    throw new AppError('CONFLICT', 'Only a sent invoice that is still open can be voided or credited.')
  }
  return { ...invoice, client_id: invoice.client_id }
}

export async function refuseWhilePaying(tx: Tx, invoiceId: string): Promise<void> {
  const open = await selectFrom(tx, 'payments')
    .select('processing_since')
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .orderBy('processing_since', 'desc')
    .executeTakeFirst()
  if (open !== undefined) {
    const words = open.processing_since === null ? 'in progress' : 'being processed, which can take days'
    throw new AppError('CONFLICT', `A payment for this invoice is ${words}. Wait until it has finished.`)
  }
}
