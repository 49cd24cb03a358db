import type { AgencyId } from '#shared/base/roles.ts'
import type { CreditLine } from '#shared/money/invoices/schemas/lines.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import {
  type CreditPart,
  chosenParts,
  issueCreditNote,
  totalOf,
} from '../../../invoices/credit/commands/issue-credit-note.ts'
import { partsOfAmount } from '../../../invoices/queries/creditable.ts'
import { requireInvoiceIn } from '../../../invoices/queries/require-open.ts'
import { amountDue } from '../../../invoices/rules.ts'
import type { PaymentRow } from '../../rules.ts'

/** Refunds for which a credit note was requested but not yet created. */
const refundsToCredit = (tx: Tx, payment: PaymentRow) =>
  selectFrom(tx, 'payment_refunds')
    .select(['id', 'amount', 'reason', 'requested_by', 'credit_lines'])
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .where('credits', '=', 1)
    .where('credit_note_id', 'is', null)
    .execute()

/**
 * Credit notes by line come first: the credit they create is then refunded. It would recover a loss instead, so those of
 * an invoice partly written off wait until the refund makes their amount due.
 */
export async function creditLinesOf(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.invoice_id === null || payment.agency_id === null) return
  for (const refund of await refundsToCredit(tx, payment)) {
    if (refund.credit_lines === null) continue
    const left = await leftToCredit(tx, payment.agency_id, payment.invoice_id)
    if (left.uncredited === 0 || left.writtenOff > 0) continue
    const parts = await partsOfLines(tx, payment.invoice_id, refund)
    if (parts !== null) await writeNote(tx, payment, refund, parts)
  }
}

/** Null if another credit note has used the lines since; then the amount is credited. */
async function partsOfLines(
  tx: Tx,
  invoiceId: string,
  { amount, credit_lines }: { amount: number; credit_lines: string | null },
): Promise<CreditPart[] | null> {
  if (credit_lines === null) return null
  const lines: CreditLine[] = JSON.parse(credit_lines)
  const parts = await chosenParts(tx, invoiceId, { amount, lines }).catch(nullIfRejected)
  return parts !== null && totalOf(parts) === amount ? parts : null
}

function nullIfRejected(error: unknown): null {
  if (error instanceof AppError && error.code === 'BAD_REQUEST') return null
  throw error
}

/** The credit notes reduce the invoice, which remains settled. */
export async function creditRefunds(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.invoice_id === null || payment.agency_id === null) return
  for (const refund of await refundsToCredit(tx, payment)) {
    // An overpayment was never owed, so refunding it needs no credit note.
    const left = await leftToCredit(tx, payment.agency_id, payment.invoice_id)
    const credited = Math.min(refund.amount, left.due, left.uncredited)
    if (credited > 0) {
      const lines = credited === refund.amount ? await partsOfLines(tx, payment.invoice_id, refund) : null
      const parts = lines ?? (await partsOfAmount(tx, payment.invoice_id, credited))
      await writeNote(tx, payment, refund, parts)
    } else await forgetNote(tx, refund.id)
  }
}

/** The money has already moved, so an invoice that can't be credited any more must not stop the booking. */
export async function leftToCredit(tx: Tx, agencyId: AgencyId, invoiceId: string) {
  const invoice = await requireInvoiceIn(inAgency(tx, { agencyId }), invoiceId, [
    'sent',
    'overdue',
    'paid',
    'void',
  ])
  if (invoice.status === 'void') return { due: 0, uncredited: 0, writtenOff: 0 }
  const { total, amount_credited, amount_written_off: writtenOff } = invoice
  return { due: amountDue(invoice), uncredited: total - amount_credited, writtenOff }
}

/** Otherwise a later refund without a credit note would get this one's. */
async function forgetNote(tx: Tx, refundId: string): Promise<void> {
  await updateTable(tx, 'payment_refunds').set({ credits: 0 }).where('id', '=', refundId).execute()
}

async function writeNote(
  tx: Tx,
  { invoice_id, agency_id }: PaymentRow,
  refund: Awaited<ReturnType<typeof refundsToCredit>>[number],
  parts: CreditPart[],
): Promise<void> {
  if (invoice_id === null || agency_id === null) return
  const creditNoteId = await issueCreditNote(inAgency(tx, { agencyId: agency_id }), invoice_id, {
    parts,
    reason: refund.reason ?? 'Refund',
    createdBy: refund.requested_by ?? agency_id,
  })
  await updateTable(tx, 'payment_refunds')
    .set({ credit_note_id: creditNoteId })
    .where('id', '=', refund.id)
    .execute()
}
