import type { z } from 'zod'
import type { PartsDto } from '#shared/instalments.ts'
import { links } from '#shared/links.ts'
import { formatCharged } from '#shared/money.ts'
import {
  type ChargeDto,
  type payByLinkInput,
  type payInvoiceInput,
  QUICK_PAY,
  type quickPayInput,
} from '#shared/payments.ts'
import type { Ctx, Tx, UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { lockInvoice } from '../../invoices/commands/claim.ts'
import { partsOf, planOf } from '../../invoices/queries/instalments.ts'
import { getInvoice } from '../../invoices/queries/invoices.ts'
import { openPayLink } from '../../invoices/queries/pay-link.ts'
import { amountUnderWay } from '../../invoices/queries/under-way.ts'
import { amountDue } from '../../invoices/rules.ts'
import { accountFor, invoiceAccount } from '../queries/accounts.ts'
import { providerOf } from '../queries/provider.ts'
import { INSTANCE } from '../rules.ts'
import { type CardOrder, type ChargeTerms, chargeCard, requireMethod } from './charge.ts'
import { releaseOpenCharge } from './end-open-charge.ts'
import { chooseCard } from './set-up-customer.ts'
import { limitDeclines, payerKeyOf } from './track-declines.ts'

/** Pays what is still owed on an invoice of the caller's, or a part of it as its owner allows. */
export async function payInvoice(ctx: UserCtx, input: z.output<typeof payInvoiceInput>): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  await getInvoice(ctx, input.invoice_id)
  const card = await chooseCard(ctx, await invoiceAccount(ctx, input.invoice_id), input)
  const order = { requestKey, ...card, returnTo: links.invoice(input.invoice_id) }
  return chargeForInvoice(ctx, input.invoice_id, order, async (tx) => {
    const invoice = await getInvoice(tx, input.invoice_id)
    if (invoice.amount_due > invoice.amount_processing && !invoice.payable) {
      throw new AppError('BAD_REQUEST', 'Only whoever owes this invoice can pay it.')
    }
    const payer = { userId: ctx.actor.userId, name: ctx.actor.name }
    return invoiceTerms(tx, input.invoice_id, { ...payer, part: input.amount })
  })
}

/** The same for whoever holds the invoice's pay link. */
export async function payByLink(ctx: Ctx, input: z.output<typeof payByLinkInput>): Promise<ChargeDto> {
  const { holder, invoiceId } = await openPayLink(ctx, input.token)
  const account = await invoiceAccount(ctx, invoiceId)
  requireMethod(await providerOf(ctx, account), input.method)
  const order = {
    requestKey: `link:${invoiceId}:${input.request_id}`,
    payerKey: payerKeyOf(ctx),
    account: account ?? INSTANCE,
    method: input.method,
    // Without the token: who holds it may pay, and the provider keeps every address it is given.
    returnTo: '/pay',
  }
  return chargeForInvoice(holder, invoiceId, order, (tx) =>
    invoiceTerms(tx, invoiceId, { userId: null, name: holder.actor.name, part: input.amount }),
  )
}

/** Ends another charge under way only where this one takes its place: a refused one changes nothing. */
async function chargeForInvoice(
  ctx: Ctx,
  invoiceId: string,
  order: CardOrder,
  termsOf: (tx: Tx) => Promise<ChargeTerms>,
): Promise<ChargeDto> {
  const { agency_id } = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select('agency_id')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return limitDeclines(ctx, { invoiceId, agencyId: agency_id }, async () => {
    await releaseOpenCharge(ctx, { invoiceId, payerUserId: ctx.actor.userId, order, termsOf })
    return chargeCard(ctx, order, async (tx) => {
      await refuseSecondCharge(acrossAgencies(tx), invoiceId)
      return termsOf(tx)
    })
  })
}

/** What is still owed on an invoice that the caller was seen to owe. */
async function invoiceTerms(
  caller: Tx,
  invoiceId: string,
  payer: { userId: string | null; name: string; part: number | undefined },
): Promise<ChargeTerms> {
  // Payments of others under way count, too.
  const tx = acrossAgencies(caller)
  await lockInvoice(tx, invoiceId)
  const invoice = await selectFrom(tx, 'invoices')
    .select([
      'id',
      'issuer',
      'agency_id',
      'client_id',
      'payer_agency_id',
      'number',
      'title',
      'currency',
      'status',
      'total',
      'amount_paid',
      'amount_credited',
      'amount_applied',
      'amount_written_off',
      'part_minimum',
    ])
    .where('id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const due = amountDue(invoice)
  if (invoice.amount_written_off > 0) {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  if (invoice.status === 'paid' || (due === 0 && invoice.status !== 'void')) {
    throw new AppError('CONFLICT', 'This invoice has already been paid in full.', {
      reason: 'already_paid',
      title: 'Invoice Paid',
    })
  }
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  const underWay = await amountUnderWay(tx, invoiceId, 'announced')
  if (underWay > 0) {
    throw new AppError(
      'CONFLICT',
      `${formatCharged(underWay, invoice.currency)} of this invoice has been announced by bank transfer. Wait until it has arrived.`,
    )
  }
  const parts = partsOf(invoice, await planOf(tx, invoice), await amountUnderWay(tx, invoiceId, 'processing'))
  if (parts.all === 0)
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  return {
    payee: invoice.issuer,
    agencyId: invoice.agency_id,
    purpose: 'invoice',
    invoiceId,
    clientId: invoice.client_id,
    payerAgencyId: invoice.payer_agency_id,
    payerUserId: payer.userId,
    payerName: payer.name,
    amount: requirePart(parts, payer.part, invoice.currency),
    currency: invoice.currency,
    description: invoice.number ? `${invoice.number} ${invoice.title}` : invoice.title,
  }
}

/** Everything, the next instalment, or what the owner lets clients choose. */
function requirePart(
  { all, instalment, other }: PartsDto,
  part: number | undefined,
  currency: string,
): number {
  if (part === undefined || part === all || part === instalment?.amount) return part ?? all
  if (part > all) throw new AppError('BAD_REQUEST', 'The amount is more than what is still owed.')
  if (other === null) throw new AppError('BAD_REQUEST', "This invoice can't be paid in other parts.")
  if (part >= other.least && part <= other.most) return part
  const [least, most] = [other.least, other.most].map((amount) => formatCharged(amount, currency))
  throw new AppError('BAD_REQUEST', `Pay everything, or an amount from ${least} to ${most}.`)
}

/**
 * Refuses a charge beside an open one, whoever pays that; to be asked before the terms, which know of debits
 * being processed: an open debit may become one at any moment, and is so seen as the one or the other.
 */
async function refuseSecondCharge(tx: Tx, invoiceId: string): Promise<void> {
  await lockInvoice(tx, invoiceId)
  const open = await selectFrom(tx, 'payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('method', '=', 'card')
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .executeTakeFirst()
  if (open !== undefined) {
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  }
}

/** The fixed Quick Pay: a client pays its agency, everyone else the platform. */
export async function quickPay(ctx: UserCtx, input: z.output<typeof quickPayInput>): Promise<ChargeDto> {
  const toAgency = ctx.actor.role === 'client'
  if (toAgency && (ctx.reach.agencyId === null || ctx.reach.clientId === null)) {
    throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
  }
  const account = toAgency ? await accountFor(ctx, ctx.reach.agencyId) : INSTANCE
  const card = await chooseCard(ctx, account, input)
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const order = { requestKey, ...card, returnTo: '/payments?tab=quick-pay' }
  const agencyId = toAgency ? ctx.reach.agencyId : null
  return limitDeclines(ctx, { agencyId }, () =>
    chargeCard(ctx, order, async () => ({
      payee: toAgency ? 'agency' : 'platform',
      agencyId,
      purpose: 'quick_pay',
      clientId: toAgency ? ctx.reach.clientId : null,
      payerAgencyId: ctx.actor.role === 'agency_admin' ? ctx.reach.agencyId : null,
      payerUserId: ctx.actor.userId,
      payerName: ctx.actor.name,
      amount: QUICK_PAY.amount,
      currency: QUICK_PAY.currency,
      description: 'Quick Pay',
    })),
  )
}
