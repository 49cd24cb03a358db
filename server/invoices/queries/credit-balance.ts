import type { AgencyId } from '#shared/roles.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'

/** What a client has with its agency in one currency. */
export interface CreditAccount {
  agencyId: AgencyId
  clientId: string
  currency: string
}

/** Minor units. */
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
 * The balance, held until the transaction ends: whoever uses credit takes the client's row first, so that two
 * never use the same. Where an invoice is locked, too, it comes before.
 */
export async function lockCredit(tx: Tx, account: CreditAccount): Promise<number> {
  await updateTable(tx, 'clients')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('agency_id', '=', account.agencyId)
    .where('id', '=', account.clientId)
    .execute()
  return creditBalance(tx, account)
}

/** What was applied to an invoice and not taken off again. */
export async function creditAppliedTo(tx: Tx, invoiceId: string): Promise<number> {
  const { amount } = await selectFrom(tx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('kind', 'in', ['applied', 'unapplied'])
    .executeTakeFirstOrThrow()
  return -(amount ?? 0)
}

/** What came into credit by a payment and is not refunded; null where it brought none. */
export async function creditFromPayment(tx: Tx, paymentId: string): Promise<number | null> {
  const { amount } = await selectFrom(tx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return amount
}

/** The account an invoice of an agency's belongs to. */
export function accountOf(invoice: {
  agency_id: AgencyId | null
  client_id: string | null
  currency: string
}): CreditAccount {
  const { agency_id: agencyId, client_id: clientId, currency } = invoice
  if (agencyId === null || clientId === null) throw new Error("only an agency's clients have credit")
  return { agencyId, clientId, currency }
}
