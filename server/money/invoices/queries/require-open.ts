import type { InvoiceStatus } from '#shared/money/invoices/invoices.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { InAgency, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { waitingWords } from './pending-payments.ts'

/** One of the agency's sent invoices that isn't settled. */
export const requireOpenInvoice = (tx: Tx<InAgency>, id: string) =>
  requireInvoiceIn(tx, id, ['sent', 'overdue'])

/** One of the agency's invoices in any of these statuses. */
export async function requireInvoiceIn(tx: Tx<InAgency>, id: string, states: readonly InvoiceStatus[]) {
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.version',
      'invoices.number',
      'invoices.issued_on',
      'invoices.client_id',
      'invoices.project_id',
      'invoices.currency',
      'invoices.agency_id',
      'invoices.booking_rate',
      'invoices.booked_on',
      'invoices.rate_source',
      ...OWED_COLUMNS,
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
  if (!states.includes(invoice.status)) throw notOpen()
  return { ...invoice, client_id: invoice.client_id }
}

export const notOpen = (): AppError =>
  new AppError('CONFLICT', 'Only a sent invoice that is still open can be voided or credited.')

const CANCEL_THERE = 'You can cancel it in your account at the payment provider.'

/** Throws while a payment that may succeed is pending. */
export async function refuseWhilePaying(tx: Tx, invoiceId: string): Promise<void> {
  const open = await selectFrom(tx, 'payments')
    .select(['agency_id', 'processing_since', 'waiting_since', 'waiting_until'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .orderBy('processing_since', 'desc')
    .executeTakeFirst()
  if (open !== undefined) {
    if (open.processing_since === null && open.waiting_since !== null) {
      throw new AppError('CONFLICT', `${await waitingWords(tx, open)} ${CANCEL_THERE}`)
    }
    const words = open.processing_since === null ? 'in progress' : 'being processed, which can take days'
    throw new AppError('CONFLICT', `A payment for this invoice is ${words}. Wait until it has finished.`)
  }
}
