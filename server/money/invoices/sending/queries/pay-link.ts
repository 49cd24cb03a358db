import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies, payLinkContext } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { hashSecret } from '../../../../base/core/secret-box.ts'
import { getInvoice } from '../../queries/invoices.ts'

/**
 * Resolves a pay link to a context that can only see its invoice. Searches across agencies, because the
 * token's agency is unknown. Throws NOT_FOUND for an unknown or revoked link, or if the agency is suspended.
 */
export async function openPayLink(ctx: Ctx, token: string): Promise<{ holder: Ctx; invoiceId: string }> {
  const link = await selectFrom(acrossAgencies(ctx), 'invoice_pay_links')
    .innerJoin('invoices', 'invoices.id', 'invoice_pay_links.invoice_id')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select(['invoices.id', 'clients.name as client_name'])
    .where('invoice_pay_links.token_hash', '=', hashSecret(token))
    .where('invoice_pay_links.revoked_at', 'is', null)
    .where('invoices.status', '!=', 'draft')
    .where('agencies.suspended_at', 'is', null)
    .executeTakeFirst()
  if (link === undefined) throw notFound('This invoice')
  return {
    holder: payLinkContext(ctx, { id: link.id, payerName: link.client_name ?? '' }),
    invoiceId: link.id,
  }
}

/** The invoice of a pay link, as shown to its payer; throws NOT_FOUND for an unknown or revoked link. */
export const getInvoiceByLink = async (ctx: Ctx, token: string): Promise<InvoiceDocumentDto> => {
  const { holder, invoiceId } = await openPayLink(ctx, token)
  return getInvoice(holder, invoiceId)
}
