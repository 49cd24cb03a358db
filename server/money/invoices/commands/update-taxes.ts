import { isDeduction } from '#shared/money/invoices/deductions.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'
import { taxRoundingOf } from '../../../identity/letterhead/queries/profile-row.ts'
import { loadItems } from '../queries/invoices.ts'
import { usesOfRate } from '../queries/rate-uses.ts'
import { withTax } from './lock-advances.ts'
import { atTaxRates, contentColumns, type InAgency, type InvoiceLine, replaceItems } from './save.ts'

/** Updates the drafts and recurring invoices that refer to a tax rate, after it has changed. */
export async function updateTaxesAt(tx: Tx<AgencyCtx>, rateId: string): Promise<void> {
  const uses = await usesOfRate(tx, rateId)
  for (const { invoice_id, id, kind, title } of uses.filter(({ use }) => use === 'follows')) {
    if (!(await updateTaxes(tx, invoice_id))) continue
    if (kind === 'draft') await record(tx, 'invoice.updated', { id, title })
    else await record(tx, 'invoice.recurring', { id, change: 'changed', title })
  }
}

/**
 * Brings a draft or template up to the current tax rates of its lines. Returns whether it changed. A draft that deducts
 * advance invoices doesn't: what was received has the tax of its day, and which rate the work has is the owner's choice.
 */
export async function updateTaxes(tx: Tx<InAgency>, id: string): Promise<boolean> {
  const row = await selectFrom(tx, 'invoices')
    .selectAll()
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  if (row?.client_id == null) return false
  const before = (await loadItems(tx, [id])).get(id) ?? []
  const items = await atTaxRates(tx, before)
  if (taxesOf(items) === taxesOf(before) || items.some(isDeduction)) return false
  const content = {
    ...row,
    client_id: row.client_id,
    discount: { type: row.discount_type, value: row.discount_value },
    prices_include_tax: fromFlag(row.prices_include_tax),
    items,
  }
  const taxRounding = await taxRoundingOf(tx, tx.reach.agencyId)
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
