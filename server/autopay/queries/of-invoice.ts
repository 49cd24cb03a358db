import type { z } from 'zod'
import type { AutopayOfInvoiceDto, autopayInvoiceInput } from '#shared/autopay.ts'
import { shiftDate } from '#shared/calendar.ts'
import { dateInZone } from '#shared/dates.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { getInvoice } from '../../invoices/queries/invoices.ts'
import { LATE_DAYS, plannedOn } from '../rules.ts'
import { blockOf, type CoveredInvoice, coveredInvoices } from './covered.ts'

/** How autopay stands with an invoice that the caller sees. */
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
      card: { brand: planned.invoice.card_brand, last4: planned.invoice.card_last4 },
      retry: planned.invoice.last_number !== null,
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
  /** Why it will not be made, in words. */
  blocked: string | null
}

/** The charge that comes next of an invoice the caller was seen to see; null where none is planned. */
export async function plannedCharge(ctx: Ctx, invoiceId: string): Promise<PlannedCharge | null> {
  const invoice = await coveredInvoices(acrossAgencies(ctx))
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst()
  const on = invoice === undefined ? null : plannedOn(invoice)
  if (invoice === undefined || on === null) return null
  const isOver = on < shiftDate(dateInZone(ctx.now, invoice.timezone), -LATE_DAYS)
  return isOver ? null : { invoice, on, blocked: blockOf(invoice)?.message ?? null }
}
