import type { ExpressionBuilder, NotNull } from 'kysely'
import { formatDate } from '#shared/base/format.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { booksDateOf } from '../../ledger/queries/open-days.ts'

/** Minor units of an invoice that the provider is still processing; null for none. */
export const processing = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb
    .selectFrom('payments')
    .whereRef('payments.invoice_id', '=', 'invoices.id')
    .where('payments.status', '=', 'pending')
    .where('payments.processing_since', 'is not', null)
    .select((sub) => sumOf<number | null>(sub.ref('payments.amount')).as('amount'))

/** Only the payer and the payee, because a voucher may name the payer's tax number. */
export const seesInstructions = (
  { reach }: Ctx,
  payment: { agency_id: string | null; payer_user_id: string | null },
): boolean =>
  payment.payer_user_id === reach.userId ||
  (reach.kind === 'agency' && payment.agency_id === reach.agencyId) ||
  (reach.kind === 'platform' && payment.agency_id === null)

/** Payments that the provider is processing; the caller's own can be refreshed. */
export async function processingOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['processing']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'amount', 'processing_since', 'payer_user_id'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is not', null)
    .$narrowType<{ processing_since: NotNull }>()
    .orderBy('processing_since')
    .orderBy('id')
    .execute()
  return payments.map(({ id, amount, processing_since, payer_user_id }) => ({
    payment_id: id,
    amount,
    since: processing_since,
    own: payer_user_id === ctx.reach.userId,
  }))
}

/** Payments that wait for their payer, who sees the provider's instructions, as does the issuer. */
export async function waitingPaymentsOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['waiting']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'agency_id', 'amount', 'card_brand', 'waiting_until', 'instructions_url', 'payer_user_id'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .orderBy('id')
    .execute()
  return payments.map((payment) => ({
    payment_id: payment.id,
    amount: payment.amount,
    method: payment.card_brand ?? '',
    until: payment.waiting_until,
    url: seesInstructions(ctx, payment) ? payment.instructions_url : null,
    own: payment.payer_user_id === ctx.reach.userId,
  }))
}

/** Why nothing else can be done while a voucher can still be paid. */
export async function waitingWords(
  tx: Tx,
  { agency_id, waiting_until: until }: { agency_id: AgencyId | null; waiting_until: string | null },
): Promise<string> {
  if (until === null) {
    return 'This invoice is to be paid by transfer to the payment provider. Only the payer can choose another way.'
  }
  const day = formatDate(await booksDateOf(tx, agency_id, until))
  return `This invoice can be paid with a voucher until ${day}. Only the payer can choose another way before then.`
}

/**
 * Minor units of an invoice's payments in progress, to be read under its lock: all, all but vouchers, which may
 * never be paid, only manually announced ones, or only those the provider is processing.
 */
export async function amountUnderWay(
  ctx: Ctx,
  invoiceId: string,
  which: 'any' | 'sure' | 'announced' | 'processing' = 'any',
): Promise<number> {
  const row = await selectFrom(ctx, 'payments')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .$if(which === 'sure', (query) =>
      query.where((eb) => eb.or([eb('waiting_since', 'is', null), eb('processing_since', 'is not', null)])),
    )
    .$if(which === 'announced', (query) => query.where('method', '!=', 'card'))
    .$if(which === 'processing', (query) => query.where('processing_since', 'is not', null))
    .executeTakeFirst()
  return row?.amount ?? 0
}
