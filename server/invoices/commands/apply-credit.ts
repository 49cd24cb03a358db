import type { z } from 'zod'
import type { applyCreditInput } from '#shared/credit.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import { accountOf, creditAppliedTo, lockCredit } from '../queries/credit-balance.ts'
import { getInvoice } from '../queries/invoices.ts'
import { amountUnderWay } from '../queries/under-way.ts'
import { amountDue, amountReceived } from '../rules.ts'
import { baseStep } from './book.ts'
import { lockInvoiceFor, lockOpenInvoice } from './claim.ts'
import { type MovedInvoice, moveInvoice } from './move.ts'
import { CATEGORY_OF, moveCredit } from './move-credit.ts'
import { sendReceipt } from './send-receipt.ts'
import type { InAgency } from './write.ts'

/** Settles an open invoice with what its client has, or with part of it. */
export function applyCredit(
  ctx: AgencyCtx,
  input: z.output<typeof applyCreditInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockOpenInvoice(tx, input.id)
    const account = accountOf(invoice)
    const due = amountDue(invoice) - (await amountUnderWay(tx, input.id))
    const balance = await lockCredit(tx, account)
    const amount = input.amount ?? Math.min(due, balance)
    if (amount > due) throw new AppError('BAD_REQUEST', 'The amount is more than what is still owed.')
    if (amount > balance || amount <= 0) {
      const words = formatCharged(balance, invoice.currency)
      throw new AppError('CONFLICT', `Only ${words} of the client's credit is left.`)
    }
    await confirmCredit(tx, await spendCredit(tx, input.id, amount))
    return getInvoice(tx, input.id)
  })
}

/** As much of the client's credit as the invoice takes, in the transaction that sends it; null where there is none. */
export async function applyAllCredit(tx: Tx<InAgency>, invoiceId: string): Promise<AppliedCredit | null> {
  const invoice = await lockInvoiceFor(tx, invoiceId, ['sent', 'overdue'])
  const amount = Math.min(amountDue(invoice), await lockCredit(tx, accountOf(invoice)))
  return amount > 0 ? spendCredit(tx, invoiceId, amount) : null
}

interface AppliedCredit {
  invoice: MovedInvoice
  amount: number
}

/** Mails a receipt where credit settled the invoice: for a part of it, the invoice says so itself. */
export async function confirmCredit(tx: Tx<InAgency>, { invoice, amount }: AppliedCredit): Promise<void> {
  if (invoice.status !== 'paid') return
  await sendReceipt(tx, invoice, { amount, paymentId: null, payerUserId: null })
}

/** Takes credit off an invoice again: the client has it as before. */
export function removeCredit(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await lockInvoiceFor(tx, input.id, ['sent', 'overdue', 'paid'])
    if (!(await returnCredit(tx, input.id))) {
      throw new AppError('CONFLICT', 'No credit is applied to this invoice.')
    }
    return getInvoice(tx, input.id)
  })
}

async function spendCredit(tx: Tx<InAgency>, invoiceId: string, amount: number): Promise<AppliedCredit> {
  const invoice = await moveInvoice(tx, invoiceId, { applied: amount })
  const account = accountOf(invoice)
  const relieved = await moveCredit(tx, account, {
    kind: 'applied',
    amount: -amount,
    description: `Credit applied to ${invoice.number}`,
    invoiceId,
  })
  await bookApplied(tx, invoice, { invoiceId, amount, relieved })
  await record(tx, 'invoice.credit-applied', {
    id: invoiceId,
    clientId: account.clientId,
    number: invoice.number,
    amount,
    currency: account.currency,
  })
  return { invoice, amount }
}

/** Whether there was any: a voided invoice leaves the client what was applied to it. */
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
    description: `Credit taken off ${invoice.number}`,
    invoiceId,
  })
  await bookApplied(tx, invoice, { invoiceId, amount: -amount, relieved })
  await record(tx, 'invoice.credit-removed', {
    id: invoiceId,
    clientId: account.clientId,
    number: invoice.number,
    amount,
    currency: account.currency,
  })
  return true
}

/**
 * What was a liability becomes income, at the invoice's own rate; what the rates are apart is a line of its own, so
 * that the books hold what once came in.
 */
async function bookApplied(
  tx: Tx<InAgency>,
  invoice: MovedInvoice,
  { invoiceId, amount, relieved }: { invoiceId: string; amount: number; relieved: number | null },
): Promise<void> {
  const base = await agencyCurrency(tx, invoice.agency_id)
  const after = amountReceived(invoice)
  const baseAmount = baseStep(base, invoice, { before: after - amount, after })
  const entry = {
    agencyId: invoice.agency_id,
    direction: 'income' as const,
    clientId: invoice.client_id,
    projectId: invoice.project_id,
    invoiceId,
  }
  await postLedger(tx, {
    ...entry,
    category: 'invoices',
    amount,
    currency: invoice.currency,
    baseAmount,
    description: amount > 0 ? `Credit applied to ${invoice.number}` : `Credit taken off ${invoice.number}`,
  })
  if (baseAmount === null || relieved === null) return
  const difference = -(relieved + baseAmount)
  if (difference === 0) return
  await postLedger(tx, {
    ...entry,
    category: 'exchange_differences',
    amount: difference,
    currency: base,
    baseAmount: difference,
    description: `Exchange difference of credit on ${invoice.number}`,
  })
}

/** What the books gave up of the liability for an invoice, to be taken back as it was. */
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
