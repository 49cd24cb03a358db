import type { z } from 'zod'
import { taxSummary } from '#shared/base/amounts/taxes.ts'
import { formatDate } from '#shared/base/format.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { voidInvoiceInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError, present } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { itemsOf } from '../../../ledger/queries/invoice-lines.ts'
import { openDay, requireConfirmed } from '../../../ledger/queries/open-days.ts'
import { deleteDraftIn } from '../../commands/delete.ts'
import { releaseBilled } from '../../commands/release.ts'
import { reverseLosses } from '../../commands/write-off.ts'
import { requireNotDeducted } from '../../queries/advances.ts'
import { grantedUsedFor } from '../../queries/credit-balance.ts'
import { partsOfAmount } from '../../queries/creditable.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { openLateFees } from '../../queries/late-fees.ts'
import { notOpen, refuseWhilePaying, requireInvoiceIn } from '../../queries/require-open.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { returnCredit } from './spend-credit.ts'

const OPEN_STATUSES = ['sent', 'overdue', 'paid'] as const

/**
 * Voids a sent invoice without payments; it keeps its number, and applied credit is returned to the client. An
 * invoice of a closed period gets a credit note dated today instead, so that the period's figures don't change, and
 * so does one for which a credit note has used granted credit, even if that settled it.
 */
export function voidInvoice(
  ctx: AgencyCtx,
  input: z.output<typeof voidInvoiceInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await voidIn(tx, input)
    if (input.void_late_fees) await voidLateFees(tx, input)
    return getInvoice(tx, input.id)
  })
}

type Voiding = Pick<z.output<typeof voidInvoiceInput>, 'id' | 'confirm_period'>

/** Voids an invoice's late fees on which nothing was paid or credited, and deletes drafts of them. */
export async function voidLateFees(tx: Tx<AgencyCtx>, { id, confirm_period }: Voiding): Promise<void> {
  const invoice = await requireInvoiceIn(tx, id, [...OPEN_STATUSES, 'void'])
  for (const fee of await openLateFees(tx, { ...invoice, id })) {
    if (fee.number === null) await deleteDraftIn(tx, fee.id)
    else if (fee.voidable) await voidIn(tx, { id: fee.id, confirm_period }, { locked: 'credit' })
  }
}

async function voidIn(
  tx: Tx<AgencyCtx>,
  { id, confirm_period }: Voiding,
  /** What happens in a locked period that isn't confirmed. */
  { locked }: { locked: 'refuse' | 'credit' } = { locked: 'refuse' },
): Promise<void> {
  const invoice = await requireInvoiceIn(tx, id, OPEN_STATUSES)
  // A final invoice of which everything was paid in advance is settled as soon as it is sent.
  const nothing = invoice.total === 0
  const granted = invoice.amount_credited > 0 ? await grantedUsedFor(tx, id) : 0
  // Nothing is left to credit, but its work stays billed and the granted credit used.
  const isGranted = granted === invoice.total && !nothing
  if (invoice.status === 'paid' && !nothing && !isGranted) throw notOpen()
  if (invoice.amount_paid > 0) {
    throw new AppError('CONFLICT', 'This invoice has payments. Refund them or issue a credit note.')
  }
  if (isGranted) await requireNotDeducted(tx, id)
  if (invoice.amount_credited > granted || (nothing && (await hasCreditNote(tx, id)))) {
    const isCredited = invoice.amount_credited >= invoice.total && !nothing
    const rest = isCredited ? 'Write off the amount due.' : 'Credit the rest of it.'
    throw new AppError('CONFLICT', `This invoice has credit notes. ${rest}`)
  }
  await refuseWhilePaying(tx, id)
  const issued = await openDay(
    tx,
    tx.reach.agencyId,
    present(invoice.issued_on, 'The date of a sent invoice'),
  )
  const left = invoice.total - invoice.amount_credited
  if (issued.state === 'closed' || (issued.state === 'locked' && locked === 'credit' && !confirm_period)) {
    const reason = `Voided after the books were ${issued.state} up to ${formatDate(issued.until)}`
    return creditWhole(tx, { id, left, reason })
  }
  if (issued.state === 'locked') requireConfirmed(issued.until, confirm_period)
  if (granted > 0) return creditWhole(tx, { id, left, reason: 'Voided' })
  if (invoice.amount_written_off > 0) await reverseLosses(tx, { id, confirm_period })
  // Before it is void: the taxes of applied credit are reversed at the rates of an open invoice.
  await returnCredit(tx, id)
  const { version } = await requireInvoiceIn(tx, id, OPEN_STATUSES)
  await updateVersioned(
    tx,
    'invoices',
    { agency_id: tx.reach.agencyId, id, version },
    { status: 'void', voided_at: toInstant(tx.now), base_due: 0 },
    'This invoice',
  )
  await releaseBilled(tx, id, { issued: true })
  await record(tx, 'invoice.voided', { id, clientId: invoice.client_id, number: invoice.number })
}

const hasCreditNote = async (tx: Tx, invoiceId: string): Promise<boolean> =>
  (await selectFrom(tx, 'invoices')
    .select('id')
    .where('credited_invoice_id', '=', invoiceId)
    .limit(1)
    .executeTakeFirst()) !== undefined

async function creditWhole(
  tx: Tx<AgencyCtx>,
  { id, left, reason }: { id: string; left: number; reason: string },
): Promise<void> {
  await returnCredit(tx, id)
  await issueCreditNote(tx, id, {
    // Nothing is left if all of it was paid in advance or with granted credit; the note of zero withdraws it.
    parts:
      left === 0
        ? taxSummary(await itemsOf(tx, [id])).map((part) => ({ ...part, net: 0, tax: 0 }))
        : await partsOfAmount(tx, id, left),
    reason,
    createdBy: tx.actor.userId,
  })
}
