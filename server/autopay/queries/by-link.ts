import type { AutopayOfLinkDto } from '#shared/autopay.ts'
import type { Ctx } from '../../core/context.ts'
import { openPayLink } from '../../invoices/queries/pay-link.ts'
import { plannedCharge } from './of-invoice.ts'

/** Whoever holds an invoice's pay link learns when it is charged, but neither to which card nor up to what limit. */
export async function getAutopayByLink(ctx: Ctx, token: string): Promise<AutopayOfLinkDto> {
  const { invoiceId } = await openPayLink(ctx, token)
  const planned = await plannedCharge(ctx, invoiceId)
  return {
    next: planned && { on: planned.on, amount: planned.amount, blocked: planned.blocked !== null },
  }
}
