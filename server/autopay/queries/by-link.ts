import type { LinkedInvoiceDto } from '#shared/invoices.ts'
import type { Ctx } from '../../core/context.ts'
import { getInvoiceByLink } from '../../invoices/queries/invoices.ts'
import { plannedCharge } from './of-invoice.ts'

/** The invoice of a pay link; whoever holds it learns when it is charged, but not to which card. */
export async function getLinkedInvoice(ctx: Ctx, token: string): Promise<LinkedInvoiceDto> {
  const invoice = await getInvoiceByLink(ctx, token)
  const planned = await plannedCharge(ctx, invoice.id)
  return { ...invoice, autopay: planned && { on: planned.on, blocked: planned.blocked !== null } }
}
