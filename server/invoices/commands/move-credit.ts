import type { CreditKind } from '#shared/credit.ts'
import { formatCharged, multiplyRatio } from '#shared/money.ts'
import type { Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { booksToday, postLedger } from '../../finance/commands/post-ledger.ts'
import { type CreditAccount, lockCredit } from '../queries/credit-balance.ts'

export interface CreditMovement {
  kind: CreditKind
  /** Minor units; negative where credit is used. */
  amount: number
  /** In the books: what the document fixes, null without a rate; left out, the day's rate (or the account's). */
  baseAmount?: number | null
  description: string
  invoiceId?: string | null
  paymentId?: string | null
  note?: string
}

/**
 * Moves a client's credit and, in the books, what is owed for it; it is never used beyond what is there. Returns the
 * movement's amount in base.
 */
export async function moveCredit(
  tx: Tx,
  account: CreditAccount,
  movement: CreditMovement,
): Promise<number | null> {
  const balance = await lockCredit(tx, account)
  const { kind, amount, description } = movement
  if (balance + amount < 0) {
    const words = formatCharged(balance, account.currency)
    throw new AppError('CONFLICT', `Only ${words} of the client's credit is left.`)
  }
  await insertInto(tx, 'client_credits')
    .values({
      agency_id: account.agencyId,
      id: newId(),
      client_id: account.clientId,
      currency: account.currency,
      kind,
      amount,
      invoice_id: movement.invoiceId ?? null,
      payment_id: movement.paymentId ?? null,
      note: movement.note ?? null,
      occurred_on: await booksToday(tx, account.agencyId),
      created_at: toInstant(tx.now),
    })
    .execute()
  const baseAmount =
    movement.baseAmount === undefined && amount < 0
      ? await baseOfPart(tx, account, { amount, balance })
      : movement.baseAmount
  return postLedger(tx, {
    agencyId: account.agencyId,
    direction: 'liability',
    category: CATEGORY_OF[kind],
    amount,
    currency: account.currency,
    ...(baseAmount !== undefined && { baseAmount }),
    description,
    clientId: account.clientId,
    paymentId: movement.paymentId,
    invoiceId: movement.invoiceId,
  })
}

/** In the ledger: what is applied to invoices apart from what came in and went back. */
export const CATEGORY_OF: Record<CreditKind, string> = {
  deposit: 'client_credit',
  overpayment: 'client_credit',
  credit_note: 'client_credit',
  refunded: 'client_credit',
  applied: 'credit_applied',
  unapplied: 'credit_applied',
  adjusted: 'credit_adjustments',
}

/** Credit leaves the books at what it came in for: in proportion, and the last of it with all that is left. */
async function baseOfPart(
  tx: Tx,
  { agencyId, clientId, currency }: CreditAccount,
  { amount, balance }: { amount: number; balance: number },
): Promise<number | null> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('currency', '=', currency)
    .where('direction', '=', 'liability')
    .execute()
  if (entries.some((entry) => entry.base_amount === null)) return null
  const inBase = entries.reduce((sum, entry) => sum + (entry.base_amount ?? 0), 0)
  return multiplyRatio(inBase, amount, balance)
}
