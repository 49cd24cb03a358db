import { isDeduction } from '#shared/money/invoices/deductions.ts'
import type { AgencyCtx, InAgency, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'
import { taxRoundingOf } from '../../../identity/letterhead/queries/profile-row.ts'
import { itemsByInvoice } from '../queries/invoices.ts'
import { usesOfRate } from '../queries/rate-uses.ts'
import { withTax } from './link-advances.ts'
import { atTaxRates, contentColumns, type InvoiceLine, replaceItems, totalsOf } from './save.ts'

/** Updates the drafts and recurring invoices that refer to a tax rate, after it has changed. */
export async function updateTaxesAt(tx: Tx<AgencyCtx>, rateId: string): Promise<void> {
  const uses = await usesOfRate(tx, rateId)
  for (const { invoice_id, id, kind, title } of uses.filter(({ use }) => use === 'follows')) {
    if (!(await updateTaxes(tx, invoice_id))) continue
    await recordUpdate(tx, { id: invoice_id, plan_id: kind === 'draft' ? null : id, title })
  }
}

/** Rounds the tax of all drafts and recurring invoices again, after the agency changed its rounding. */
export async function updateTaxRounding(tx: Tx<AgencyCtx>): Promise<void> {
  const drafts = await selectFrom(tx, 'invoices')
    .leftJoin('recurring_invoices', 'recurring_invoices.template_id', 'invoices.id')
    .select(['invoices.id', 'invoices.title', 'recurring_invoices.id as plan_id'])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.status', '=', 'draft')
    .orderBy('invoices.id')
    .execute()
  for (const draft of drafts) if (await updateTaxes(tx, draft.id)) await recordUpdate(tx, draft)
}

const recordUpdate = (
  tx: Tx<AgencyCtx>,
  { id, plan_id, title }: { id: string; plan_id: string | null; title: string },
): Promise<void> =>
  plan_id === null
    ? record(tx, 'invoice.updated', { id, title })
    : record(tx, 'invoice.recurring', { id: plan_id, change: 'changed', title })

/**
 * Updates a draft or template to the current tax rates of its lines and the agency's rounding; returns whether it
 * changed. A draft that deducts advance invoices doesn't change: what was received has the tax of its day, and the
 * owner chooses the rate of the work.
 */
export async function updateTaxes(tx: Tx<InAgency>, id: string): Promise<boolean> {
  const row = await selectFrom(tx, 'invoices')
    .selectAll()
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  if (row?.client_id == null) return false
  const before = (await itemsByInvoice(tx, [id])).get(id) ?? []
  const items = await atTaxRates(tx, before)
  if (items.some(isDeduction)) return false
  const content = {
    ...row,
    client_id: row.client_id,
    discount: { type: row.discount_type, value: row.discount_value },
    prices_include_tax: fromFlag(row.prices_include_tax),
    items,
  }
  const taxRounding = await taxRoundingOf(tx, tx.reach.agencyId)
  const { lines } = totalsOf(content, taxRounding)
  const isRounded = before.every((line, index) => line.tax === lines[index]?.tax)
  if (isRounded && taxesOf(items) === taxesOf(before)) return false
  const { subtotal, discount, tax, total } = contentColumns(content, taxRounding)
  await updateTable(tx, 'invoices')
    .set((eb) => ({
      subtotal,
      discount,
      tax,
      total,
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .execute()
  await replaceItems(tx, id, content, taxRounding)
  return true
}

const taxesOf = (items: readonly InvoiceLine[]): string => JSON.stringify(items.map(withTax))
