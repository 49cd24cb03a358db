import type { CreditKind } from '#shared/credit.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Tx } from '../../core/context.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import { accountOf } from '../queries/credit-balance.ts'
import { amountReceived, surplusOf } from '../rules.ts'
import { baseStep } from './book.ts'
import { type MovedInvoice, moveInvoice } from './move.ts'
import { moveCredit } from './move-credit.ts'
import { recoverWrittenOff } from './write-off.ts'

/** Where a surplus comes from. A payment's own income is booked by whoever settles it, without the surplus. */
interface Origin {
  kind: Extract<CreditKind, 'overpayment' | 'credit_note'>
  paymentId?: string
  description: string
  /** The payment's amount: a surplus of earlier times stays where it was booked. */
  most?: number
}

/**
 * What was settled beyond an invoice's total makes up for what was written off of it; the rest is its client's
 * credit. Returns the rest, in minor units: 0 where nobody has an account, as on the platform's own invoices.
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
  if (recovered > 0) await recoverWrittenOff(tx, invoiceId, recovered)
  const kept = surplus - recovered
  if (kept === 0) return 0
  const after = amountReceived(await moveInvoice(tx, invoiceId, { applied: -kept }))
  const base = await agencyCurrency(tx, moved.agency_id)
  const baseAmount = baseStep(base, moved, { before: after, after: after + kept })
  await moveCredit(tx, accountOf(moved), { ...origin, amount: kept, baseAmount, invoiceId })
  if (origin.paymentId === undefined) {
    await postLedger(tx, {
      agencyId: moved.agency_id,
      direction: 'income',
      category: 'invoices',
      amount: -kept,
      currency: moved.currency,
      baseAmount: baseAmount === null ? null : -baseAmount,
      description: origin.description,
      clientId: moved.client_id,
      projectId: moved.project_id,
      invoiceId,
    })
  }
  return kept
}
