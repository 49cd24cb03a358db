import type { z } from 'zod'
import { links } from '#shared/base/links.ts'
import { type ChargeDto, QUICK_PAY } from '#shared/money/payments/payments.ts'
import type {
  payByLinkInput,
  payInvoiceInput,
  quickPayInput,
} from '#shared/money/payments/schemas/payments.ts'
import { alreadySubmitted } from '../../../../base/core/calls/errors.ts'
import { agencyMissing } from '../../../../base/core/calls/restrictions.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { openPayLink } from '../../../invoices/sending/queries/pay-link.ts'
import { accountFor, invoiceAccount } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { limitDeclines, payerKeyOf } from '../../cards/commands/limit-declines.ts'
import { chooseCard } from '../../cards/commands/set-up-customer.ts'
import { INSTANCE } from '../../rules.ts'
import { chargeCard } from './charge.ts'
import { type Due, lockTerms, refuseSecondCharge } from './lock-terms.ts'
import { type CardOrder, type ChargeTerms, openPayment } from './open-payment.ts'
import { releaseOpenCharge } from './release-open-charge.ts'

/** Pays the amount due on one of the caller's invoices, or a part if its owner allows that. */
export async function payInvoice(ctx: UserCtx, input: z.output<typeof payInvoiceInput>): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const { invoice_id: invoiceId, amount: part } = input
  await getInvoice(ctx, invoiceId)
  const card = await chooseCard(ctx, await invoiceAccount(ctx, invoiceId), input)
  const order = { requestKey, ...card, returnTo: links.invoice(invoiceId) }
  const payer = { userId: ctx.actor.userId, name: ctx.actor.name }
  return chargeForInvoice(ctx, order, { invoiceId, payer, part })
}

/** The same for the holder of the invoice's pay link. */
export async function payByLink(ctx: Ctx, input: z.output<typeof payByLinkInput>): Promise<ChargeDto> {
  const { holder, invoiceId } = await openPayLink(ctx, input.token)
  const account = await invoiceAccount(ctx, invoiceId)
  const provider = await providerOf(ctx, account)
  provider.requireMethod(input.method)
  const order = {
    requestKey: `link:${invoiceId}:${input.request_id}`,
    provider,
    payerKey: payerKeyOf(ctx),
    account: account ?? INSTANCE,
    method: input.method,
    // Without the token, because it authorizes payments and the provider stores return URLs.
    returnTo: '/pay',
  }
  const payer = { userId: null, name: holder.actor.name }
  return chargeForInvoice(holder, order, { invoiceId, payer, part: input.amount })
}

/**
 * Makes room for the payment, opens it, and charges it. Another open charge is only canceled if this one can
 * replace it: a rejected one changes nothing.
 */
async function chargeForInvoice(ctx: Ctx, order: CardOrder, due: Due): Promise<ChargeDto> {
  const { requestKey } = order
  const { invoiceId } = due
  const { agency_id: agencyId } = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select('agency_id')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return limitDeclines(ctx, { requestKey, invoiceId, agencyId }, async () => {
    await releaseOpenCharge(ctx, order, due)
    const payment = await openPayment(ctx, { ...order, agencyId }, async (tx) => {
      await refuseSecondCharge(tx, due)
      return lockTerms(tx, due)
    })
    const { part = payment.amount } = due
    if (payment.invoice_id !== invoiceId || payment.amount !== part) throw alreadySubmitted()
    return chargeCard(ctx, order, payment)
  })
}

/** The fixed Quick Pay amount: clients pay their agency, everyone else the platform. */
export async function quickPay(ctx: UserCtx, input: z.output<typeof quickPayInput>): Promise<ChargeDto> {
  const toAgency = ctx.actor.role === 'client'
  if (toAgency && (ctx.reach.agencyId === null || ctx.reach.clientId === null)) {
    throw agencyMissing()
  }
  const account = toAgency ? await accountFor(ctx, ctx.reach.agencyId) : INSTANCE
  const card = await chooseCard(ctx, account, input)
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const order = { requestKey, ...card, returnTo: '/payments?tab=quick-pay' }
  const agencyId = toAgency ? ctx.reach.agencyId : null
  const terms: ChargeTerms = {
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
  }
  return limitDeclines(ctx, { requestKey, agencyId }, async () => {
    const payment = await openPayment(ctx, order, async () => terms)
    if (payment.purpose !== 'quick_pay') throw alreadySubmitted()
    return chargeCard(ctx, order, payment)
  })
}
