import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import type { MovedInvoice } from '../../../invoices/commands/move.ts'
import { baseStep } from '../../../invoices/queries/booking.ts'
import { projectShares } from '../../../invoices/queries/project-shares.ts'
import { type LedgerPosting, postLedger } from '../../../ledger/commands/post-ledger.ts'
import { LEDGER_CATEGORY, type PaymentRow } from '../../rules.ts'

/** The invoice that a payment settles, with the amount paid before. */
export type PaidInvoice = MovedInvoice & { before: number }

/** Books both sides: the payee's income and, if the payer has a ledger, their expense. */
export async function bookPayment(
  tx: Tx,
  payment: PaymentRow,
  amount: number,
  invoice: PaidInvoice | null,
): Promise<void> {
  const entry = {
    category: LEDGER_CATEGORY[payment.purpose],
    amount,
    currency: payment.currency,
    description: amount < 0 ? `Refund: ${payment.description}` : payment.description,
    paymentId: payment.id,
  }
  if (payment.payee !== 'supplier') {
    const income = {
      ...entry,
      agencyId: payment.agency_id,
      direction: 'income',
      clientId: payment.client_id,
      invoiceId: payment.invoice_id,
    } as const
    if (invoice === null) await postLedger(tx, income)
    else await bookByProject(tx, income, invoice)
  }
  if (payment.payer_agency_id !== null) {
    await postLedger(tx, { ...entry, agencyId: payment.payer_agency_id, direction: 'expense' })
  } else if (payment.payee === 'supplier' && (await isPlatformStaff(tx, payment.payer_user_id))) {
    await postLedger(tx, { ...entry, agencyId: null, direction: 'expense' })
  }
}

/** One entry per project of the invoice's lines. */
async function bookByProject(
  tx: Tx,
  income: Omit<LedgerPosting, 'baseAmount' | 'projectId'>,
  invoice: PaidInvoice,
): Promise<void> {
  const base = await agencyCurrency(tx, invoice.agency_id)
  let { before } = invoice
  for (const { projectId, amount } of await projectShares(tx, invoice, income.amount)) {
    const after = before + amount
    await postLedger(tx, {
      ...income,
      amount,
      projectId,
      baseAmount: baseStep(base, invoice, { before, after }),
    })
    before = after
  }
}

async function isPlatformStaff(tx: Tx, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const profile = await selectFrom(tx, 'profiles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile?.role === 'super_admin'
}
