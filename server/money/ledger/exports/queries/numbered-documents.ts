import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import type { DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { NO_PLACE, placeOf } from '#shared/money/ledger/places.ts'
import { addUp, partsInBase } from '#shared/money/ledger/taxes/tax-split.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor, pagesOf, spanAfter } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import type { Period } from '../../queries/ledger.ts'

const DOCUMENTS_AT_ONCE = 250

export type NumberedDocument = Awaited<ReturnType<typeof readPage>>[number]

/**
 * The agency's numbered documents with their lines, by date of issue; read page by page so that others aren't
 * blocked.
 */
export async function* numberedDocuments(ctx: AgencyCtx, period: Period): AsyncGenerator<NumberedDocument[]> {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  const pages = pagesOf(
    (after, limit) => readPage(ctx, period, { base, after, limit }),
    ({ issued_on, id }) => [issued_on, id],
    DOCUMENTS_AT_ONCE,
  )
  for await (const page of pages) yield page.toSorted(byDayAndNumber)
}

const byDayAndNumber = (one: NumberedDocument, other: NumberedDocument): number =>
  one.issued_on.localeCompare(other.issued_on) ||
  other.kind.localeCompare(one.kind) ||
  one.number.localeCompare(other.number, 'en', { numeric: true })

async function readPage(
  ctx: AgencyCtx,
  period: Period,
  { base, after, limit }: { base: string; after: Cursor | null; limit: number },
) {
  const { from, to } = spanAfter(period, after, 'asc')
  let rows = selectFrom(ctx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('invoices as credited', 'credited.id', 'invoices.credited_invoice_id')
    .selectAll('invoices')
    .select([
      'clients.name as client_name',
      'clients.email as client_email',
      'clients.created_at as client_since',
      'credited.number as credited_number',
      'credited.stage as credited_stage',
      'credited.issued_on as credited_issued_on',
    ])
    .select((eb) =>
      eb
        .selectFrom('invoice_instalments')
        .whereRef('invoice_instalments.invoice_id', '=', 'invoices.id')
        .select((sub) => sub.fn.min<string | null>('invoice_instalments.due_on').as('due_on'))
        .as('first_due_on'),
    )
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where('invoices.number', 'is not', null)
    .$narrowType<{ number: NotNull; issued_on: NotNull }>()
    .where('invoices.status', 'not in', ['draft', 'void'])
  if (from !== null) rows = rows.where('invoices.issued_on', '>=', from)
  if (to !== null) rows = rows.where('invoices.issued_on', '<=', to)
  const found = await afterCursor(rows, ['invoices.issued_on', 'invoices.id'], after, 'asc')
    .limit(limit)
    .execute()
  const lines = found.length === 0 ? [] : await linesOf(ctx, found)
  const byDocument = Map.groupBy(lines, (line) => line.invoice_id)
  return found.map((row) => {
    const rate = row.currency === base ? '1' : row.booking_rate
    const toBase = (amount: number) => (rate === null ? null : convert(amount, row.currency, base, rate))
    const own = byDocument.get(row.id) ?? []
    const parts = addUp(own.map((line) => ({ ...line, base_net: 0, base_tax: 0 })))
    return {
      ...row,
      issued_on: row.issued_on,
      /** The due date of the first installment, if there are any. */
      due_on: row.first_due_on ?? row.due_on,
      last_due_on: row.due_on,
      base,
      /** Credit notes are negative. */
      sign: row.kind === 'credit_note' ? -1 : 1,
      ...partiesOf(row.parties),
      lines: own,
      /** By tax rate, with base amounts. */
      parts: partsInBase(parts, toBase),
    }
  })
}

const linesOf = (ctx: AgencyCtx, documents: readonly { id: string }[]) =>
  selectFrom(ctx, 'invoice_items')
    .selectAll()
    .where(
      'invoice_id',
      'in',
      documents.map((document) => document.id),
    )
    .orderBy('invoice_id')
    .orderBy('position')
    .execute()

/** The customer's name on the document. */
export const customerNamed = ({ buyer, client_name }: NumberedDocument): string =>
  buyer?.company ?? buyer?.name ?? client_name

/** As stored with the document. */
function partiesOf(parties: string | null) {
  const stored: DocumentParties | null = parties === null ? null : JSON.parse(parties)
  const place = stored === null ? NO_PLACE : placeOf(stored)
  return {
    buyer: stored?.buyer ?? null,
    place,
    domestic: place.seller !== null && place.seller === place.buyer,
  }
}
