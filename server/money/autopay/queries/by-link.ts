import type { AutopayOfLinkDto } from '#shared/money/autopay/autopay.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { openPayLink } from '../../invoices/sending/queries/pay-link.ts'
import { plannedCharge } from './of-invoice.ts'

/** When an invoice is charged, for the holder of its pay link, without the card and the limit. */
export async function getAutopayByLink(ctx: Ctx, token: string): Promise<AutopayOfLinkDto> {
  const { invoiceId } = await openPayLink(ctx, token)
  const planned = await plannedCharge(ctx, invoiceId)
  return {
    next: planned && { on: planned.on, amount: planned.amount, blocked: planned.blocked !== null },
  }
}
