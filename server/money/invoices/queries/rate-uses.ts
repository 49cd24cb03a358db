import type { RateUse, TaxRateUsesDto } from '#shared/money/invoices/rate-uses.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { getTaxRate } from '../../../identity/letterhead/queries/profile.ts'

interface Use extends RateUse {
  /** The draft's id, or that of the recurring invoice's template. */
  invoice_id: string
}

/** The agency's drafts and recurring invoices that use a tax rate, or have its percentage entered by hand. */
export async function usesOfRate(ctx: AgencyCtx, rateId: string): Promise<Use[]> {
  const { bps } = await getTaxRate(ctx, rateId)
  const lines = await selectFrom(ctx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .innerJoin('invoice_items', 'invoice_items.invoice_id', 'invoices.id')
    .leftJoin('recurring_invoices', 'recurring_invoices.template_id', 'invoices.id')
    .select([
      'invoices.id as invoice_id',
      'invoices.title',
      'recurring_invoices.id as plan_id',
      'clients.name as client_name',
      'invoice_items.tax_rate_id',
      'invoice_items.tax_bps',
      'invoice_items.deducted_invoice_id',
    ])
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where('invoices.status', '=', 'draft')
    .orderBy('invoices.title')
    .orderBy('invoices.id')
    .execute()
  const documents = Map.groupBy(lines, (line) => line.invoice_id)
  return [...documents.values()].flatMap((all) => {
    const deducts = all.some((line) => line.deducted_invoice_id !== null)
    const own = all.filter((line) => line.deducted_invoice_id === null)
    const refers = own.some((line) => line.tax_rate_id === rateId)
    const typed = own.some((line) => line.tax_rate_id === null && line.tax_bps === bps && bps > 0)
    const [first] = all
    if (first === undefined || !(refers || typed)) return []
    const { invoice_id, plan_id, title, client_name: clientName } = first
    const kind = plan_id === null ? ('draft' as const) : ('recurring' as const)
    const use = refers ? (deducts ? ('deducts' as const) : ('follows' as const)) : ('typed' as const)
    return [{ invoice_id, id: plan_id ?? invoice_id, kind, title, clientName, use }]
  })
}

/** The unsent documents that use a tax rate, and for how many clients and products it is the default. */
export async function getTaxRateUses(ctx: AgencyCtx, id: string): Promise<TaxRateUsesDto> {
  const uses = await usesOfRate(ctx, id)
  const [clients, products] = await Promise.all([
    selectFrom(ctx, 'clients').select('id').where('default_tax_rate_id', '=', id).execute(),
    selectFrom(ctx, 'products').select('id').where('tax_rate_id', '=', id).execute(),
  ])
  return {
    documents: uses.map(({ invoice_id: _, ...use }) => use),
    clients: clients.length,
    products: products.length,
  }
}
