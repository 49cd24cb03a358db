import { formatCharged, multiplyRatio } from '#shared/base/amounts/money.ts'
import type { CreditKind } from '#shared/money/invoices/credit.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { postLedger } from '../../../ledger/commands/post-ledger.ts'
import { bookedAt, bookingDay } from '../../../ledger/queries/open-days.ts'
import { type CreditAccount, creditBalance } from '../../queries/credit-balance.ts'
import { CATEGORY_OF } from '../../rules.ts'

export interface CreditMovement {
  kind: CreditKind
  /** Minor units; negative to use credit. */
  amount: number
  /**
   * The base amount if fixed by a document, null without a rate; undefined uses the day's rate (or the
   * account's).
   */
  baseAmount?: number | null
  description: string
  invoiceId?: string | null
  paymentId?: string | null
  note?: string
}

/** Changes a client's credit and the corresponding liability; never below zero. Returns the base amount. */
export async function moveCredit(
  tx: Tx,
  account: CreditAccount,
  movement: CreditMovement,
): Promise<number | null> {
  const balance = await creditBalance(tx, account)
  const { kind, amount, description } = movement
  if (balance + amount < 0) {
    const words = formatCharged(balance, account.currency)
    throw new AppError('CONFLICT', `Only ${words} of the client’s credit is left.`)
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
      occurred_on: await bookingDay(tx, account.agencyId),
      created_at: toInstant(bookedAt(tx)),
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

/** Credit is used at its average base value; the last part takes the remainder. */
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
