import type { CreditKind } from '#shared/money/invoices/credit.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { postIncome } from '../../../ledger/commands/post-income.ts'
import { type MovedInvoice, moveInvoice } from '../../commands/move.ts'
import { recoverWrittenOff } from '../../commands/write-off.ts'
import { baseStep } from '../../queries/booking.ts'
import { accountOf } from '../../queries/credit-balance.ts'
import { amountReceived, surplusOf } from '../../rules.ts'
import { moveCredit } from './move-credit.ts'

/** The source of a surplus. The caller books the payment's income, excluding the surplus. */
interface Origin {
  kind: Extract<CreditKind, 'overpayment' | 'credit_note'>
  paymentId?: string
  description: string
  /** The maximum, such as the payment's amount: an earlier surplus stays where it was booked. */
  most?: number
}

/**
 * Uses a surplus to recover written-off amounts and turns the rest into client credit. Returns that rest in
 * minor units; 0 if there is no credit account, as for the platform's invoices.
 */
export async function keepSurplus(
  tx: Tx,
  invoiceId: string,
  moved: MovedInvoice,
  { most = Number.MAX_SAFE_INTEGER, ...origin }: Origin,
): Promise<number> {
  const surplus = Math.min(surplusOf(moved), most)
  if (surplus === 0 || moved.agency_id === null || moved.client_id === null) return 0
  const recovered = Math.min(surplus, moved.amount_written_off)
  if (recovered > 0) {
    await recoverWrittenOff(tx, invoiceId, recovered)
    await updateTable(tx, 'payments')
      .set((eb) => ({ recovered: eb('recovered', '+', recovered) }))
      .where('id', '=', origin.paymentId ?? null)
      .execute()
  }
  const kept = surplus - recovered
  if (kept === 0) return 0
  const after = amountReceived(await moveInvoice(tx, invoiceId, { applied: -kept }))
  const base = await agencyCurrency(tx, moved.agency_id)
  const baseAmount = baseStep(base, moved, { before: after, after: after + kept })
  await moveCredit(tx, accountOf(moved), { ...origin, amount: kept, baseAmount, invoiceId })
  if (origin.paymentId === undefined) {
    await postIncome(tx, {
      agencyId: moved.agency_id,
      amount: -kept,
      currency: moved.currency,
      description: origin.description,
      clientId: moved.client_id,
      invoiceId,
    })
  }
  return kept
}
