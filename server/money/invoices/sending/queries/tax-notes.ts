import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import { type LineTax, rateLabel } from '#shared/base/amounts/taxes.ts'
import type { TaxNote } from '#shared/identity/letterhead/document-mails.ts'
import { isDeduction } from '#shared/money/invoices/deductions.ts'
import type { InvoiceItemDto } from '#shared/money/invoices/invoices.ts'
import type { InAgency } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** Where the lines of a draft differ from the agency's tax rates. */
export async function taxNotesOf(ctx: InAgency, items: readonly InvoiceItemDto[]): Promise<TaxNote[]> {
  const rates = await selectFrom(ctx, 'tax_rates')
    .select(['id', 'name', 'bps', 'category', 'note', 'archived_at'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()
  const notes = new Map<string, TaxNote>()
  for (const item of items) {
    const reason = isDeduction(item) ? null : reasonOf(item, rates)
    if (reason === null) continue
    const tax = labelOf(item)
    const note = notes.get(`${reason} ${tax}`) ?? { reason, tax, lines: [] }
    note.lines.push(item.description)
    notes.set(`${reason} ${tax}`, note)
  }
  return [...notes.values()]
}

type Rate = { id: string; name: string; bps: number } & {
  category: LineTax['tax_category']
  note: string | null
  archived_at: string | null
}

function reasonOf(item: InvoiceItemDto, rates: readonly Rate[]): TaxNote['reason'] | null {
  const rate = rates.find(({ id }) => id === item.tax_rate_id)
  if (rate === undefined) {
    const active = rates.filter(({ archived_at }) => archived_at === null)
    const known = item.tax_bps === 0 || active.length === 0 || active.some(({ bps }) => bps === item.tax_bps)
    return known ? null : 'typed'
  }
  if (rate.archived_at !== null) return 'archived'
  const same =
    rate.bps === item.tax_bps &&
    rate.name === item.tax_name &&
    rate.category === item.tax_category &&
    rate.note === item.tax_note
  return same ? null : 'changed'
}

const labelOf = ({ tax_name: name, tax_bps: bps, tax_category: category }: LineTax): string =>
  name === null || category === null ? formatBasisPoints(bps) : rateLabel({ name, bps, category })
