import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import type { AutopayOfInvoiceDto } from '#shared/money/autopay/autopay.ts'
import type { autopayInvoiceInput } from '#shared/money/autopay/schemas/autopay.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { getInvoice } from '../../invoices/queries/invoices.ts'
import { amountOn, plannedOn } from '../rules.ts'
import { blockOf, type CoveredInvoice, coveredInvoices, withPlans } from './covered.ts'

/** The autopay state of an invoice visible to the caller. */
export async function getAutopayOfInvoice(
  ctx: UserCtx,
  { invoice_id }: z.output<typeof autopayInvoiceInput>,
): Promise<AutopayOfInvoiceDto> {
  await getInvoice(ctx, invoice_id)
  const attempts = await selectFrom(ctx, 'autopay_attempts')
    .select(['number', 'charged_on', 'amount', 'currency', 'card_brand', 'card_last4', 'outcome', 'message'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('number')
    .execute()
  const planned = await plannedCharge(ctx, invoice_id)
  return {
    next: planned && {
      on: planned.on,
      amount: planned.amount,
      card: { brand: planned.invoice.card_brand, last4: planned.invoice.card_last4 },
      retry: planned.on === planned.invoice.last_next_on,
    },
    blocked: planned?.blocked ?? null,
    attempts: attempts.map(({ charged_on, card_brand, card_last4, ...attempt }) => ({
      ...attempt,
      date: charged_on,
      card: { brand: card_brand, last4: card_last4 },
    })),
  }
}

export interface PlannedCharge {
  invoice: CoveredInvoice
  on: string
  /** Due by then, in minor units. */
  amount: number
  /** Why it won't be charged. */
  blocked: string | null
}

/** The next charge of an invoice, whose visibility the caller must have checked; null if none is planned. */
export async function plannedCharge(ctx: Ctx, invoiceId: string): Promise<PlannedCharge | null> {
  const all = acrossAgencies(ctx)
  const [invoice] = await withPlans(all, coveredInvoices(all).where('invoices.id', '=', invoiceId))
  if (invoice === undefined) return null
  const today = dateInZone(ctx.now, invoice.timezone)
  const on = plannedOn(invoice, today)
  if (on === null) return null
  const amount = amountOn(invoice, on < today ? today : on)
  return { invoice, on, amount, blocked: blockOf(invoice, amount)?.message ?? null }
}
