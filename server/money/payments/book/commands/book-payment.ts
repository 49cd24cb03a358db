import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { postIncome } from '../../../ledger/commands/post-income.ts'
import { postLedger } from '../../../ledger/commands/post-ledger.ts'
import { LEDGER_CATEGORY, type PaymentRow } from '../../rules.ts'

/** Books both sides: the payee's income and, if the payer has a ledger, their expense. */
export async function bookPayment(
  tx: Tx,
  payment: PaymentRow,
  amount: number,
  reason = 'Refund',
): Promise<void> {
  const entry = {
    category: LEDGER_CATEGORY[payment.purpose],
    amount,
    currency: payment.currency,
    description: amount < 0 ? `${reason}: ${payment.description}` : payment.description,
    paymentId: payment.id,
  }
  if (payment.payee !== 'supplier') {
    const income = {
      ...entry,
      agencyId: payment.agency_id,
      clientId: payment.client_id,
    }
    if (payment.invoice_id === null) await postLedger(tx, { ...income, direction: 'income' })
    else await postIncome(tx, { ...income, invoiceId: payment.invoice_id })
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
