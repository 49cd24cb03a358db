import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { acrossAgencies, payLinkContext } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { hashPayToken } from '../rules.ts'

/**
 * What the holder of a pay link may see: its invoice alone. Until the token is found nobody knows whose it
 * is, so that it is looked for across agencies. NOT_FOUND for an unknown or revoked link, and while the agency is suspended.
 */
export async function openPayLink(ctx: Ctx, token: string): Promise<{ holder: Ctx; invoiceId: string }> {
  const link = await selectFrom(acrossAgencies(ctx), 'invoice_pay_links')
    .innerJoin('invoices', 'invoices.id', 'invoice_pay_links.invoice_id')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select(['invoices.id', 'clients.name as client_name'])
    .where('invoice_pay_links.token_hash', '=', hashPayToken(token))
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
