import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import { settledWords } from '#shared/money/invoices/settled.ts'
import { AMOUNT_DIFFERS } from '#shared/money/payments/payments.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { partsOf, planOf } from '../../../invoices/queries/installments.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { amountUnderWay, waitingWords } from '../../../invoices/queries/pending-payments.ts'
import { amountDue } from '../../../invoices/rules.ts'
import type { ChargeTerms } from './open-payment.ts'

/** The part of an invoice that a payer wants to pay. */
export interface Due {
  invoiceId: string
  /** Without an account for the holder of its pay link. */
  payer: { userId: string | null; name: string }
  /** The whole amount due, unless given. */
  part: number | undefined
}

/** Locks the invoice and returns the terms on which its payer may be charged. */
export async function lockTerms(caller: Tx, { invoiceId, payer, part }: Due): Promise<ChargeTerms> {
  if (payer.userId !== null) await requireRecipient(caller, invoiceId)
  // Others' payments in progress count, too.
  const tx = acrossAgencies(caller)
  await lockInvoice(tx, invoiceId)
  const invoice = await selectFrom(tx, 'invoices')
    .select([
      'id',
      'issuer',
      'agency_id',
      'client_id',
      'payer_agency_id',
      'number',
      'title',
      'currency',
      'status',
      'total',
      'amount_paid',
      'amount_credited',
      'amount_applied',
      'amount_written_off',
      'part_minimum',
    ])
    .where('id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const due = amountDue(invoice)
  if (due === 0 && invoice.amount_written_off > 0) {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  if (invoice.status === 'paid' || (due === 0 && invoice.status !== 'void')) {
    const { title, message } = settledWords(invoice)
    throw new AppError('CONFLICT', message, { reason: 'already_paid', title })
  }
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  const underWay = await amountUnderWay(tx, invoiceId, 'announced')
  if (underWay > 0) {
    throw new AppError(
      'CONFLICT',
      `A bank transfer of ${formatCharged(underWay, invoice.currency)} for this invoice has been reported. Wait until it arrives.`,
    )
  }
  const parts = partsOf(invoice, await planOf(tx, invoice), await amountUnderWay(tx, invoiceId, 'processing'))
  if (parts.all === 0)
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  return {
    payee: invoice.issuer,
    agencyId: invoice.agency_id,
    purpose: 'invoice',
    invoiceId,
    clientId: invoice.client_id,
    payerAgencyId: invoice.payer_agency_id,
    payerUserId: payer.userId,
    payerName: payer.name,
    amount: requirePart(parts, part, invoice.currency),
    currency: invoice.currency,
    description: invoice.number ? `${invoice.number} ${invoice.title}` : invoice.title,
  }
}

/** Whoever is charged: the payers of the platform's invoices don't share a lock. */
async function lockInvoice(tx: Tx, invoiceId: string): Promise<void> {
  await updateTable(tx, 'invoices')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', invoiceId)
    .execute()
}

/** The full amount, the next installment, or an amount that the owner allows. */
function requirePart(
  { all, instalment, other }: PartsDto,
  part: number | undefined,
  currency: string,
): number {
  if (part === undefined || part === all || part === instalment?.amount) return part ?? all
  const money = (amount: number) => formatCharged(amount, currency)
  const details = { reason: AMOUNT_DIFFERS }
  if (part > all) {
    throw new AppError('CONFLICT', `The amount due has changed to ${money(all)}.`, details)
  }
  if (other === null) {
    const message = `The amount due is ${money(all)}, and this invoice can’t be paid in different parts.`
    throw new AppError('BAD_REQUEST', message, details)
  }
  if (part >= other.least && part <= other.most) return part
  const message = `Pay the full amount, or an amount from ${money(other.least)} to ${money(other.most)}.`
  throw new AppError('BAD_REQUEST', message, details)
}

/** Throws unless the invoice is visible to the caller and, if anything is due, theirs to pay. */
async function requireRecipient(tx: Tx, invoiceId: string): Promise<void> {
  const invoice = await getInvoice(tx, invoiceId)
  if (invoice.amount_due > invoice.amount_processing && !invoice.payable) {
    throw new AppError('BAD_REQUEST', 'Only the recipient of this invoice can pay it.')
  }
}

/**
 * Rejects a charge while another is open, by any payer. Call it before reading the terms, which include
 * debits being processed: an open debit may turn into one at any time, and is then seen either here or there.
 */
export async function refuseSecondCharge(caller: Tx, { invoiceId }: Due): Promise<void> {
  const tx = acrossAgencies(caller)
  await lockInvoice(tx, invoiceId)
  const open = await selectFrom(tx, 'payments')
    .select(['agency_id', 'waiting_since', 'waiting_until'])
    .where('invoice_id', '=', invoiceId)
    .where('method', '=', 'card')
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .executeTakeFirst()
  if (open === undefined) return
  throw new AppError(
    'CONFLICT',
    open.waiting_since === null
      ? 'A payment for this invoice is already being processed.'
      : await waitingWords(tx, open),
  )
}
