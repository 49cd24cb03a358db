import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, InAgency, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { postIncome } from '../../../ledger/commands/post-income.ts'
import type { Books } from '../../../ledger/queries/open-days.ts'
import { bookDifference, reverseDifferences } from '../../commands/book-difference.ts'
import { type MovedInvoice, moveInvoice } from '../../commands/move.ts'
import { requireNotDeducted } from '../../queries/advances.ts'
import {
  accountOf,
  type CreditAccount,
  creditAppliedTo,
  creditBalance,
  grantedCredit,
  grantedUsedFor,
} from '../../queries/credit-balance.ts'
import { partsOfAmount } from '../../queries/creditable.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { requireInvoiceIn } from '../../queries/require-open.ts'
import { amountDue, CATEGORY_OF } from '../../rules.ts'
import { grantCredit } from './grant-credit.ts'
import { bookCreditNote, writeCreditNote } from './issue-credit-note.ts'
import { moveCredit } from './move-credit.ts'

/**
 * Applies as much of the client's credit as possible in the transaction that has just sent the invoice; null
 * if there is none. A deposit's own invoice is paid with what was received.
 */
export async function applyAllCredit(
  tx: Books & Tx<InAgency>,
  invoice: Omit<MovedInvoice, 'project_id' | 'number' | 'status' | 'booking_rate'>,
  { ofDeposit }: { ofDeposit: boolean },
): Promise<AppliedCredit | null> {
  const account = accountOf(invoice)
  const amount = Math.min(amountDue(invoice), await creditBalance(tx, account))
  return amount > 0 ? spendCredit(tx, { ...account, id: invoice.id, amount, ofDeposit }) : null
}

export interface AppliedCredit {
  invoice: MovedInvoice
  amount: number
  /** The part that was received from the client. */
  received: number
}

/** Removes applied credit from an invoice and returns it to the client. */
export function removeCredit(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await requireInvoiceIn(tx, input.id, ['sent', 'overdue', 'paid'])
    await requireNotDeducted(tx, input.id)
    if (!(await returnCredit(tx, input.id))) {
      const isGranted = (await grantedUsedFor(tx, input.id)) > 0
      throw new AppError('CONFLICT', isGranted ? GRANTED : 'No credit is applied to this invoice.')
    }
    return getInvoice(tx, input.id)
  })
}

const GRANTED =
  'This credit was granted, and the credit note that used it can’t be removed. Grant the client new credit instead.'

interface Spending extends CreditAccount {
  /** The invoice. */
  id: string
  amount: number
  ofDeposit?: boolean
}

/** Granted credit is used first, so that what was received can still be refunded. */
export async function spendCredit(tx: Tx<InAgency>, spending: Spending): Promise<AppliedCredit> {
  const { id, amount, ofDeposit = false, ...account } = spending
  const granted = ofDeposit ? 0 : Math.min(amount, await grantedCredit(tx, account))
  if (granted > 0) await creditGranted(tx, { ...account, id, amount: granted })
  const received = amount - granted
  if (received > 0) await applyReceived(tx, { ...account, id, amount: received })
  const invoice = await moveInvoice(tx, id, {})
  return { invoice, amount, received }
}

/** A credit note reduces the invoice and its tax: nothing was received for what the agency grants. */
async function creditGranted(tx: Tx<InAgency>, { id, amount, ...account }: Spending): Promise<void> {
  const { created_by, number } = await selectFrom(tx, 'invoices')
    .select(['created_by', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const note = await writeCreditNote(tx, id, {
    parts: await partsOfAmount(tx, id, amount),
    reason: `Credit used for ${number}`,
    createdBy: tx.actor.userId ?? created_by,
  })
  await bookCreditNote(tx, note, 0)
  await grantCredit(tx, account, {
    amount: -amount,
    description: `Granted credit used for ${number}`,
    creditNoteId: note.id,
  })
}

async function applyReceived(tx: Tx<InAgency>, { id, amount, ...account }: Spending): Promise<void> {
  const invoice = await moveInvoice(tx, id, { applied: amount })
  const relieved = await moveCredit(tx, account, {
    kind: 'applied',
    amount: -amount,
    description: `Credit applied to ${invoice.number}`,
    invoiceId: id,
  })
  await bookApplied(tx, invoice, { invoiceId: id, amount, relieved })
  await record(tx, 'invoice.credit-applied', {
    id,
    clientId: account.clientId,
    number: invoice.number,
    amount,
    currency: account.currency,
    status: invoice.status,
  })
}

/** Returns a voided invoice's applied credit to the client; the result tells whether there was any. */
export async function returnCredit(tx: Tx<InAgency>, invoiceId: string): Promise<boolean> {
  const amount = await creditAppliedTo(tx, invoiceId)
  if (amount <= 0) return false
  const relieved = await baseApplied(tx, invoiceId)
  const invoice = await moveInvoice(tx, invoiceId, { applied: -amount })
  const account = accountOf(invoice)
  await moveCredit(tx, account, {
    kind: 'unapplied',
    amount,
    baseAmount: relieved,
    description: `Credit removed from ${invoice.number}`,
    invoiceId,
  })
  await bookApplied(tx, invoice, { invoiceId, amount: -amount, relieved })
  await record(tx, 'invoice.credit-removed', {
    id: invoiceId,
    clientId: account.clientId,
    number: invoice.number,
    amount,
    currency: account.currency,
    status: invoice.status,
  })
  return true
}

/** Converts the liability to income at the invoice's rate. `enterRate` books the difference if the credit waits for a rate. */
async function bookApplied(
  tx: Tx<InAgency>,
  invoice: MovedInvoice,
  { invoiceId, amount, relieved }: { invoiceId: string; amount: number; relieved: number | null },
): Promise<void> {
  const baseAmount = await postIncome(tx, {
    agencyId: invoice.agency_id,
    clientId: invoice.client_id,
    invoiceId,
    amount,
    currency: invoice.currency,
    description: amount > 0 ? `Credit applied to ${invoice.number}` : `Credit removed from ${invoice.number}`,
  })
  if (baseAmount === null || relieved === null) return
  const difference = -(relieved + baseAmount)
  if (amount > 0) await bookDifference(tx, invoice, difference)
  else await reverseDifferences(tx, invoice, difference)
}

/** The base amount of the liability used for an invoice, to be reversed exactly. */
async function baseApplied(tx: Tx, invoiceId: string): Promise<number | null> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select('base_amount')
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'liability')
    .where('category', '=', CATEGORY_OF.applied)
    .execute()
  if (entries.some((entry) => entry.base_amount === null)) return null
  return -entries.reduce((sum, entry) => sum + (entry.base_amount ?? 0), 0)
}
