import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Tx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import { baseStep } from '../../invoices/commands/book.ts'
import type { MovedInvoice } from '../../invoices/commands/move.ts'
import { LEDGER_CATEGORY, type PaymentRow } from '../rules.ts'

/** The invoice a payment settles, with what was paid on it before. */
export type PaidInvoice = MovedInvoice & { before: number }

/** Both sides' books: the payee's income and, where the payer keeps books here, their expense. */
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
    await postLedger(tx, {
      ...entry,
      agencyId: payment.agency_id,
      direction: 'income',
      clientId: payment.client_id,
      projectId: invoice?.project_id ?? null,
      invoiceId: payment.invoice_id,
      ...(invoice !== null && {
        baseAmount: baseStep(await agencyCurrency(tx, invoice.agency_id), invoice, {
          before: invoice.before,
          after: invoice.before + amount,
        }),
      }),
    })
  }
  if (payment.payer_agency_id !== null) {
    await postLedger(tx, { ...entry, agencyId: payment.payer_agency_id, direction: 'expense' })
  } else if (payment.payee === 'supplier' && (await isPlatformStaff(tx, payment.payer_user_id))) {
    await postLedger(tx, { ...entry, agencyId: null, direction: 'expense' })
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
