import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import type { TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import { negated, partsInBase, type SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor, spanAfter } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import type { Period } from '../../queries/ledger.ts'

export interface TaxedDocument {
  id: string
  kind: 'invoice' | 'credit_note'
  number: string
  issued_on: string
  /** When the document was issued that a credit note corrects. */
  credited_on: string | null
  currency: string
  client_name: string | null
  /** As stored. */
  parties: string | null
  /** By rate; negative for a credit note. */
  parts: SplitPart[]
}

/** Selects documents; without rate and currency, all of the period. */
export interface TaxedFilter extends Period {
  rate?: TaxRate
  currency?: string | null
}

/** The next numbered documents in the caller's ledger that count for tax, newest first. */
export async function taxedDocuments(
  ctx: Ctx,
  filter: TaxedFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<TaxedDocument[]> {
  const rows = await documentRows(ctx, filter, after).limit(limit).execute()
  if (rows.length === 0) return []
  const [parts, base] = await Promise.all([
    partsOf(
      ctx,
      rows.map((row) => row.id),
    ),
    agencyCurrency(ctx, ctx.reach.agencyId),
  ])
  return rows.map((row) => {
    const rate = row.currency === base ? '1' : row.booking_rate
    const split = partsInBase(parts.get(row.id) ?? [], (amount) =>
      rate === null ? null : convert(amount, row.currency, base, rate),
    )
    return {
      id: row.id,
      kind: row.kind === 'credit_note' ? 'credit_note' : 'invoice',
      number: row.number,
      issued_on: row.issued_on,
      credited_on: row.credited_on,
      currency: row.currency,
      client_name: row.client_name,
      parties: row.parties,
      parts: row.kind === 'credit_note' ? split.map(negated) : split,
    }
  })
}

export const cursorOfDocument = ({ issued_on, id }: { issued_on: string; id: string }): Cursor => [
  issued_on,
  id,
]

function documentRows(ctx: Ctx, filter: TaxedFilter, after: Cursor | null) {
  const { from, to, days, rate, currency } = spanAfter(filter, after)
  const { agencyId } = ctx.reach
  let documents = selectFrom(ctx, 'invoices')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('invoices as credited', 'credited.id', 'invoices.credited_invoice_id')
    .select([
      'invoices.id',
      'invoices.kind',
      'invoices.number',
      'invoices.issued_on',
      'invoices.currency',
      'invoices.booking_rate',
      'invoices.parties',
      'credited.issued_on as credited_on',
      'clients.name as client_name',
    ])
    .where('invoices.agency_id', agencyId === null ? 'is' : '=', agencyId)
    .where('invoices.issuer', '=', agencyId === null ? 'platform' : 'agency')
    .where('invoices.number', 'is not', null)
    .$narrowType<{ number: NotNull; issued_on: NotNull }>()
    .where('invoices.status', 'not in', ['draft', 'void'])
  if (from !== null) documents = documents.where('invoices.issued_on', '>=', from)
  if (to !== null) documents = documents.where('invoices.issued_on', '<=', to)
  if (days !== undefined) documents = documents.where('invoices.issued_on', 'in', days)
  if (currency) documents = documents.where('invoices.currency', '=', currency)
  if (rate !== undefined) {
    documents = documents.where((eb) =>
      eb.exists(
        eb
          .selectFrom('invoice_items')
          .select('invoice_items.position')
          .whereRef('invoice_items.invoice_id', '=', 'invoices.id')
          .where('invoice_items.tax_bps', '=', rate.tax_bps)
          .where('invoice_items.tax_name', rate.tax_name === null ? 'is' : '=', rate.tax_name)
          .where('invoice_items.tax_category', rate.tax_category === null ? 'is' : '=', rate.tax_category),
      ),
    )
  }
  return afterCursor(documents, ['invoices.issued_on', 'invoices.id'], after)
}

async function partsOf(ctx: Ctx, ids: string[]) {
  const rows = await selectFrom(ctx, 'invoice_items')
    .select((eb) => [
      'invoice_id',
      'tax_bps',
      'tax_name',
      'tax_category',
      eb.fn.min<string | null>('tax_note').as('tax_note'),
      eb.fn.min<number>('position').as('first'),
      sumOf(eb.ref('net')).as('net'),
      sumOf(eb.ref('tax')).as('tax'),
    ])
    .where('invoice_id', 'in', ids)
    .groupBy(['invoice_id', 'tax_bps', 'tax_name', 'tax_category'])
    .orderBy('first')
    .execute()
  return Map.groupBy(rows, (row) => row.invoice_id)
}
