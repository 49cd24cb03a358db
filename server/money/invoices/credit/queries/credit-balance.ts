import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'

/** A client's credit with its agency in one currency. */
export interface CreditAccount {
  agencyId: AgencyId
  clientId: string
  currency: string
}

/** In minor units. */
export async function creditBalance(ctx: Ctx, account: CreditAccount): Promise<number> {
  const { amount } = await selectFrom(ctx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('agency_id', '=', account.agencyId)
    .where('client_id', '=', account.clientId)
    .where('currency', '=', account.currency)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}

/**
 * The balance, locking the client's row until the transaction ends, so that credit is never used twice. Lock
 * an invoice before this, if both are needed.
 */
export async function lockCredit(tx: Tx, account: CreditAccount): Promise<number> {
  await updateTable(tx, 'clients')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('agency_id', '=', account.agencyId)
    .where('id', '=', account.clientId)
    .execute()
  return creditBalance(tx, account)
}

/** The credit applied to an invoice and not removed. */
export async function creditAppliedTo(ctx: Ctx, invoiceId: string): Promise<number> {
  const { amount } = await selectFrom(ctx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('kind', 'in', ['applied', 'unapplied'])
    .executeTakeFirstOrThrow()
  return -(amount ?? 0)
}

/** The credit from a payment that hasn't been refunded; null if it created none. */
export async function creditFromPayment(ctx: Ctx, paymentId: string): Promise<number | null> {
  const { amount } = await selectFrom(ctx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return amount
}

/** The credit account for an agency's invoice. */
export function accountOf(invoice: {
  agency_id: AgencyId | null
  client_id: string | null
  currency: string
}): CreditAccount {
  const { agency_id: agencyId, client_id: clientId, currency } = invoice
  if (agencyId === null || clientId === null) throw new Error("only an agency's clients have credit")
  return { agencyId, clientId, currency }
}
