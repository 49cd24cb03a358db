import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import type { InvoiceStage } from '#shared/money/invoices/deductions.ts'
import { negated, partsInBase, type SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { NumberedDocument } from '../../exports/queries/numbered-documents.ts'

/** Whether it is an advance invoice that is owed until its final invoice; earlier ones were exported as sales. */
export const isOwedAdvance = (stage: InvoiceStage | null, issuedOn: string | null, from: string): boolean =>
  stage === 'advance' && issuedOn !== null && issuedOn >= from

/**
 * What final invoices deduct of advance invoices that are liabilities, as negative parts by document, in base currency
 * as the advance invoices were booked. A credit note for all that a final invoice had left takes its deductions back.
 */
export async function deductedAdvances(
  ctx: AgencyCtx,
  page: readonly NumberedDocument[],
  from: string,
): Promise<Map<string, SplitPart[]>> {
  const completing = await completingNotes(ctx, page)
  const documentsOf = Map.groupBy(
    page.filter(({ id, stage }) => stage === 'final' || completing.has(id)),
    ({ id, credited_invoice_id }) => credited_invoice_id ?? id,
  )
  const base = page[0]?.base
  if (documentsOf.size === 0 || base === undefined) return new Map()
  const lines = await selectFrom(ctx, 'invoice_items')
    .innerJoin('invoices as advances', 'advances.id', 'invoice_items.deducted_invoice_id')
    .select(['invoice_items.invoice_id', 'advances.id as advance_id', 'advances.currency'])
    .select(['advances.booking_rate', 'invoice_items.net', 'invoice_items.tax'])
    .select(['invoice_items.tax_bps', 'invoice_items.tax_name'])
    .select(['invoice_items.tax_category', 'invoice_items.tax_note'])
    .where('invoice_items.invoice_id', 'in', [...documentsOf.keys()])
    .where('advances.issued_on', '>=', from)
    .orderBy('invoice_items.position')
    .execute()
  const parts = new Map<string, SplitPart[]>()
  for (const same of Map.groupBy(lines, (line) => `${line.invoice_id} ${line.advance_id}`).values()) {
    const [{ invoice_id = '', currency = '', booking_rate = null } = {}] = same
    const rate = currency === base ? '1' : booking_rate
    const received = partsInBase(
      same.map(({ tax_bps, tax_name, tax_category, tax_note, net, tax }) => ({
        ...{ tax_bps, tax_name, tax_category, tax_note, net: -net, tax: -tax },
      })),
      (amount) => (rate === null ? null : convert(amount, currency, base, rate)),
    )
    for (const { id } of documentsOf.get(invoice_id) ?? [])
      parts.set(id, [...(parts.get(id) ?? []), ...received.map(negated)])
  }
  return parts
}

/** Credit notes after which a final invoice is credited in full, and its advances are free again. */
async function completingNotes(ctx: AgencyCtx, page: readonly NumberedDocument[]): Promise<Set<string>> {
  const finals = page.flatMap(({ credited_stage, credited_invoice_id: id }) =>
    credited_stage === 'final' && id !== null ? [id] : [],
  )
  if (finals.length === 0) return new Set()
  const notes = await selectFrom(ctx, 'invoices')
    .innerJoin('invoices as finals', 'finals.id', 'invoices.credited_invoice_id')
    .select(['invoices.id', 'invoices.credited_invoice_id'])
    .where('finals.id', 'in', finals)
    .whereRef('finals.amount_credited', '=', 'finals.total')
    // Granted credit settles the rest without withdrawing the invoice, and the advances stay deducted.
    .where(({ not, exists, selectFrom: from }) =>
      not(
        exists(
          from('invoices as advances')
            .select('advances.id')
            .whereRef('advances.final_invoice_id', '=', 'finals.id'),
        ),
      ),
    )
    .where('invoices.status', 'not in', ['draft', 'void'])
    .$narrowType<{ credited_invoice_id: NotNull }>()
    .orderBy('invoices.created_at')
    .orderBy('invoices.id')
    .execute()
  // The last of each final invoice.
  return new Set(new Map(notes.map(({ id, credited_invoice_id: of }) => [of, id])).values())
}
