import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'

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
 * The part of the balance that the agency granted without a payment. Whatever else uses credit, like a refund, first
 * uses what was received.
 */
export async function grantedCredit(tx: Tx, account: CreditAccount): Promise<number> {
  const movements = await selectFrom(tx, 'client_credits')
    .select(['kind', 'amount'])
    .where('agency_id', '=', account.agencyId)
    .where('client_id', '=', account.clientId)
    .where('currency', '=', account.currency)
    .orderBy('created_at')
    // What was received at the same time as it was used.
    .orderBy('amount', 'desc')
    .execute()
  let [granted, balance] = [0, 0]
  for (const { kind, amount } of movements) {
    balance += amount
    if (kind === 'adjusted') granted += amount
    granted = Math.max(0, Math.min(granted, balance))
  }
  return granted
}

/** The granted credit that credit notes for the invoice have used and that wasn't returned. */
export async function grantedUsedFor(ctx: Ctx, invoiceId: string): Promise<number> {
  const { amount } = await selectFrom(ctx, 'client_credits')
    .innerJoin('invoices', 'invoices.id', 'client_credits.invoice_id')
    .select((eb) => sumOf<number | null>(eb.ref('client_credits.amount')).as('amount'))
    .where('invoices.credited_invoice_id', '=', invoiceId)
    .where('client_credits.kind', '=', 'adjusted')
    .executeTakeFirstOrThrow()
  return 0 - (amount ?? 0)
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
  if (agencyId === null || clientId === null) throw new Error('only an agency’s clients have credit')
  return { agencyId, clientId, currency }
}
