import type { AgencyId } from '#shared/base/roles.ts'
import type { PayeeKind, PaymentPurpose } from '#shared/money/payments/payments.ts'
import { cardsNotSetUp, type PaymentProvider } from '../../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { INSTANCE, type PaymentRow } from '../../rules.ts'

/** What is charged, read from the server's own data and never from the caller's input. */
export interface ChargeTerms {
  payee: PayeeKind
  agencyId: AgencyId | null
  purpose: PaymentPurpose
  invoiceId?: string
  clientId?: string | null
  planId?: string
  payerAgencyId?: AgencyId | null
  payerUserId: string | null
  payerName: string
  amount: number
  currency: string
  description: string
}

export interface PaymentOrder {
  /** Identifies a form submission and its user: the same key never charges twice. */
  requestKey: string
  provider: Pick<PaymentProvider, 'name' | 'requireChargeable'>
  method: string
  /** The account to charge on; defaults to the instance's. */
  account?: string
  /** The agency that is paid or pays, if it isn't the caller's. */
  agencyId?: AgencyId | null
  /** Distinguishes payers using a pay link. */
  payerKey?: string | null
  customer?: string | null
  offSession?: boolean
}

/** A card to charge. */
export interface CardOrder extends PaymentOrder {
  provider: PaymentProvider
  saveCard?: boolean
  /** The portal's page that the payer's bank redirects to. */
  returnTo?: string
}

/**
 * Returns the stored payment of this order, creating it unless the same form was just submitted. The terms are
 * read in its transaction, under the locks that keep them valid; throws if the provider can't charge them.
 */
export async function openPayment(
  ctx: Ctx,
  order: PaymentOrder,
  termsOf: (tx: Tx) => Promise<ChargeTerms>,
): Promise<PaymentRow> {
  try {
    return await transactIn(ctx, order.agencyId ?? ctx.reach.agencyId, async (tx) => {
      const known = await findKnown(tx, order)
      if (known !== undefined) return known
      await requireAccount(tx, order)
      const terms = await termsOf(tx)
      order.provider.requireChargeable?.(terms.amount, terms.currency)
      return insertPayment(tx, order, terms)
    })
  } catch (error) {
    // Whatever the error, a concurrent submission of the same form determines the result.
    const known = await findKnown(ctx, order)
    if (known !== undefined) return known
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  }
}

/** Throws if the account has been removed since it was chosen: nobody would settle the payment. */
async function requireAccount(tx: Tx, { account = INSTANCE }: PaymentOrder): Promise<void> {
  if (account === INSTANCE) return
  const current = await selectFrom(acrossAgencies(tx), 'payment_accounts')
    .select('id')
    .where('id', '=', account)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (current === undefined) throw cardsNotSetUp()
}

/** The payment created by an earlier submission of the same form. */
export const findKnown = (ctx: Ctx, order: PaymentOrder) =>
  selectFrom(ctx, 'payments').selectAll().where('request_key', '=', order.requestKey).executeTakeFirst()

async function insertPayment(tx: Tx, order: PaymentOrder, terms: ChargeTerms): Promise<PaymentRow> {
  const now = toInstant(tx.now)
  return insertInto(tx, 'payments')
    .values({
      id: newId(),
      payee: terms.payee,
      agency_id: terms.agencyId,
      purpose: terms.purpose,
      method: 'card',
      invoice_id: terms.invoiceId ?? null,
      client_id: terms.clientId ?? null,
      plan_id: terms.planId ?? null,
      payer_agency_id: terms.payerAgencyId ?? null,
      payer_user_id: terms.payerUserId,
      payer_name: terms.payerName,
      amount: terms.amount,
      currency: terms.currency,
      status: 'pending',
      description: terms.description,
      provider: order.provider.name,
      account: order.account ?? INSTANCE,
      payer_key: order.payerKey ?? null,
      provider_payment_id: null,
      provider_customer_id: order.customer ?? null,
      method_token: order.customer || order.offSession ? order.method : null,
      idempotency_key: newId(),
      request_key: order.requestKey,
      refund_key: null,
      receipt_number: null,
      card_brand: null,
      card_last4: null,
      failure_message: null,
      paid_at: null,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
