import type { Selectable } from 'kysely'
import { recordActivity } from '../../activity/record.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Schema, Trx } from '../../db/schema.ts'
import { postLedger } from '../../finance/commands/ledger.ts'
import { LEDGER_CATEGORY, PAYMENT_TOUCHES } from '../rules.ts'

export type PaymentRow = Selectable<Schema['payments']>

/** Both sides' books: the payee's income and, where the payer keeps books here, their expense. */
export async function postPayment(
  trx: Trx,
  now: Date,
  payment: PaymentRow,
  amount: number,
  projectId: string | null,
): Promise<void> {
  const entry = {
    category: LEDGER_CATEGORY[payment.purpose],
    amount,
    currency: payment.currency,
    description: amount < 0 ? `Refund: ${payment.description}` : payment.description,
    paymentId: payment.id,
  }
  if (payment.payee !== 'supplier') {
    await postLedger(trx, now, {
      ...entry,
      agencyId: payment.agency_id,
      direction: 'income',
      clientId: payment.client_id,
      projectId,
    })
  }
  if (payment.payer_agency_id !== null) {
    await postLedger(trx, now, { ...entry, agencyId: payment.payer_agency_id, direction: 'expense' })
  } else if (payment.payee === 'supplier' && (await isPlatformStaff(trx, payment.payer_user_id))) {
    await postLedger(trx, now, { ...entry, agencyId: null, direction: 'expense' })
  }
}

async function isPlatformStaff(trx: Trx, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const profile = await trx
    .selectFrom('profiles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile?.role === 'super_admin'
}

/** One activity row for the payee's side; the payer's agency hears of it on open screens too. */
export async function recordPayment(
  trx: Trx,
  actor: Scope,
  payment: PaymentRow,
  entry: { action: string; summary: string },
): Promise<void> {
  await recordActivity(trx, actor, {
    ...entry,
    subject: { type: 'payment', id: payment.id },
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
    touches: PAYMENT_TOUCHES,
  })
}
