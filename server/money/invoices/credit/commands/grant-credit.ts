import type { Tx } from '../../../../base/core/context.ts'
import { postLedger } from '../../../ledger/commands/post-ledger.ts'
import { type CreditAccount, grantedUsedFor } from '../../queries/credit-balance.ts'
import { CATEGORY_OF } from '../../rules.ts'
import { moveCredit } from './move-credit.ts'

interface Grant {
  /** Minor units; negative to take credit back. */
  amount: number
  description: string
  note?: string
  /** The credit note that uses it, or returns it. */
  creditNoteId?: string
}

/** Changes a client's credit without a payment; the agency's income changes by the opposite amount. */
export async function grantCredit(
  tx: Tx,
  account: CreditAccount,
  { creditNoteId: invoiceId, ...grant }: Grant,
): Promise<void> {
  const { agencyId, clientId, currency } = account
  const { amount, description } = grant
  const baseAmount = await moveCredit(tx, account, {
    ...grant,
    kind: 'adjusted',
    ...(invoiceId !== undefined && { invoiceId }),
  })
  await postLedger(tx, {
    agencyId,
    direction: 'income',
    category: CATEGORY_OF.adjusted,
    amount: -amount,
    currency,
    baseAmount: baseAmount === null ? null : -baseAmount,
    description,
    clientId,
    invoiceId: invoiceId ?? null,
  })
}

/** Returns the granted credit that was used for an invoice which the credit note has now withdrawn. */
export async function returnGranted(
  tx: Tx,
  account: CreditAccount,
  { invoiceId, creditNoteId, description }: { invoiceId: string; creditNoteId: string; description: string },
): Promise<void> {
  const amount = await grantedUsedFor(tx, invoiceId)
  if (amount > 0) await grantCredit(tx, account, { amount, description, creditNoteId })
}
