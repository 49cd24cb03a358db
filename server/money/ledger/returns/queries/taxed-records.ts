import type { ExpressionBuilder } from 'kysely'
import { shiftMonths } from '#shared/base/calendar.ts'
import type { DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { NO_PLACE, type Place, placeOf } from '#shared/money/ledger/places.ts'
import type { ReturnDocumentDto } from '#shared/money/ledger/returns.ts'
import { purchaseTaxes } from '#shared/money/ledger/taxes/purchases.ts'
import type { TaxBasis } from '#shared/money/ledger/taxes/tax-report.ts'
import { negated, type SplitPart, UNTAXED } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor, pagesOf, spanAfter } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { ledgerOf, lossesOf, type Period, withClient } from '../../queries/ledger.ts'
import { isListed, kindOfPayment, reversesPayment } from '../../queries/standing.ts'
import { type EntryPart, partsOfEntries } from '../../taxes/queries/entry-parts.ts'
import { taxedDocuments } from '../../taxes/queries/taxed-documents.ts'
import { RELIEF_MONTHS, type RELIEVED, REPAID, reliefOf } from '../rules/bad-debt-relief.ts'

export type RecordSide = 'output' | 'input' | 'relief'

/** A document or entry of the tax report with its parts by rate. */
export interface TaxedRecord extends Omit<ReturnDocumentDto, 'net' | 'tax' | 'base_net' | 'base_tax'> {
  /** The day or instant that it is sorted by. */
  key: string
  side: RecordSide
  parts: ReturnPart[]
  place: Place
  /** The day of what it corrects. */
  corrected_on: string | null
  /** Whether it is a loss that earlier versions relieved at once. */
  lossAtOnce?: boolean
  /** How it is relieved, on its day. */
  relief?: typeof RELIEVED | typeof REPAID
}

/** With the deducted share of the tax owed for a purchase. */
export interface ReturnPart extends SplitPart {
  deducted?: { tax: number; base_tax: number }
}

/** With the parties of a document; those of the document that an entry belongs to have yet to be found. */
type Unplaced = Omit<TaxedRecord, 'place'> & { parties?: string | null }

interface Asked {
  sides: readonly RecordSide[]
  basis: TaxBasis
}

interface PageOfRecords {
  after: Cursor | null
  limit: number
}

/** The rows that the tax report adds up, page by page, newest first. */
export async function* taxedRecords(
  ctx: Ctx,
  period: Period,
  of: Asked,
  { after, limit }: PageOfRecords,
): AsyncGenerator<TaxedRecord[]> {
  const pages = pagesOf(
    (next, most) => recordsOf(ctx, period, of, { after: next, limit: most }),
    cursorOfRecord,
    limit,
    after,
  )
  for await (const page of pages) yield await placed(ctx, page)
}

async function recordsOf(
  ctx: Ctx,
  period: Period,
  { sides, basis }: Asked,
  page: PageOfRecords,
): Promise<Unplaced[]> {
  const sales = () =>
    basis === 'paid'
      ? [bookedRecords(ctx, period, 'income', page)]
      : [documentRecords(ctx, period, page), lossRecords(ctx, period, page)]
  const found = await Promise.all([
    ...(sides.includes('output') ? sales() : []),
    ...(sides.includes('input') ? [bookedRecords(ctx, period, 'expense', page)] : []),
    ...(sides.includes('relief') ? [reliefRecords(ctx, period, page)] : []),
  ])
  return found.flat().toSorted(newestFirst).slice(0, page.limit)
}

type Sorted = Pick<Unplaced, 'key' | 'id'>

export const cursorOfRecord = ({ key, id }: Sorted): Cursor => [key, id]

function newestFirst(one: Sorted, other: Sorted): number {
  if (one.key !== other.key) return one.key < other.key ? 1 : -1
  return one.id < other.id ? 1 : -1
}

async function documentRecords(ctx: Ctx, period: Period, page: PageOfRecords): Promise<Unplaced[]> {
  const documents = await taxedDocuments(ctx, period, page)
  return documents.map(
    ({ id, kind, number, issued_on, credited_on, currency, client_name, parties, parts }) => ({
      id,
      side: 'output',
      key: issued_on,
      kind,
      invoice_id: id,
      expense_id: null,
      date: issued_on,
      corrected_on: credited_on,
      text: number,
      client_name,
      currency,
      parties,
      parts,
    }),
  )
}

type Entry = Awaited<ReturnType<ReturnType<typeof withClient>['execute']>>[number]

/** With the dates of their invoices; earlier versions booked losses without their rates. */
const lossRows = (ctx: Ctx, period: Period) =>
  withClient(lossesOf(ctx, period))
    .innerJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
    .select(['invoices.issued_on', 'invoices.due_on', 'invoices.supply_from', 'invoices.supply_to'])
    .select(['invoices.written_off_on', 'invoices.loss_at_once'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ledger_taxes')
          .select('ledger_taxes.position')
          .whereRef('ledger_taxes.entry_id', '=', 'ledger_entries.id'),
      ),
    )

/** Losses reduce the sales of their day. */
async function lossRecords(ctx: Ctx, period: Period, { after, limit }: PageOfRecords): Promise<Unplaced[]> {
  const losses = lossRows(ctx, spanAfter(period, after))
  const rows = await afterCursor(losses, ['ledger_entries.occurred_on', 'ledger_entries.id'], after)
    .limit(limit)
    .execute()
  const parts = await partsOfEntries(ctx, rows)
  return rows.map((row) => ({
    ...headOf(row),
    side: 'output',
    key: row.occurred_on,
    kind: 'write_off',
    corrected_on: row.issued_on,
    lossAtOnce: row.loss_at_once === 1,
    parts: (parts.get(row.id) ?? []).map(negated),
  }))
}

/** Losses by the day on which their tax is relieved or repaid. There are few, so a page takes all of the period. */
async function reliefRecords(
  ctx: Ctx,
  { from, to }: Period,
  { after, limit }: PageOfRecords,
): Promise<Unplaced[]> {
  const oldest = shiftMonths(from ?? '1970-01-01', -RELIEF_MONTHS)
  const rows = await lossRows(ctx, { from: null, to })
    .where('invoices.loss_at_once', '=', 0)
    .where((eb) =>
      eb.or([
        eb('ledger_entries.occurred_on', '>=', from ?? ''),
        eb('invoices.due_on', '>=', oldest),
        eb(eb.fn.coalesce('invoices.supply_to', 'invoices.supply_from', 'invoices.issued_on'), '>=', oldest),
      ]),
    )
    .execute()
  const relieved = rows.flatMap((row) => {
    const { due_on, occurred_on, issued_on, supply_from, supply_to, written_off_on } = row
    const supplied_on = supply_to ?? supply_from ?? issued_on ?? occurred_on
    const lost = { due_on, occurred_on, supplied_on, written_off_on: written_off_on ?? occurred_on }
    const found = reliefOf({ ...lost, amount: row.amount })
    if (found === null || found.day < (from ?? '') || found.day > (to ?? '9999')) return []
    // The loss itself has the same id, and possibly the same day.
    const key = `${found.day} relief`
    const [day, id] = after ?? []
    const isLater = day === undefined || key < day || (key === day && row.id < String(id))
    return isLater ? [{ row, key, ...found }] : []
  })
  const page = relieved
    .map((found) => ({ ...found, id: found.row.id }))
    .toSorted(newestFirst)
    .slice(0, limit)
  const parts = await partsOfEntries(ctx, page)
  return page.map(({ row, key, day, group }) => {
    const own = parts.get(row.id) ?? []
    return {
      ...headOf(row),
      ...{ key, date: day, relief: group, side: 'relief', kind: 'write_off', corrected_on: null },
      parts: group === REPAID ? own.map(negated) : own,
    }
  })
}

async function bookedRecords(
  ctx: Ctx,
  period: Period,
  direction: 'income' | 'expense',
  { after, limit }: PageOfRecords,
): Promise<Unplaced[]> {
  const entries = withClient(ledgerOf(ctx, period))
    .select((eb) => [correctedOn(eb).as('corrected_on'), reversesPayment(eb).as('reverses')])
    .where('ledger_entries.direction', '=', direction)
    .where('ledger_entries.category', '!=', 'exchange_differences')
    .where(isListed)
  const rows = await afterCursor(entries, ['ledger_entries.occurred_at', 'ledger_entries.id'], after)
    .limit(limit)
    .execute()
  const parts = await partsOfEntries(ctx, rows)
  return rows.map((row) => {
    const { amount, base_amount } = row
    const whole = { ...UNTAXED, net: amount, tax: 0, base_net: base_amount, base_tax: base_amount && 0 }
    return {
      ...headOf(row),
      side: direction === 'expense' ? 'input' : 'output',
      key: row.occurred_at,
      corrected_on: direction === 'income' ? row.corrected_on : null,
      kind: direction === 'expense' ? kindOfExpense(row) : kindOfPayment(row),
      parts: parts.get(row.id)?.flatMap(withoutUndeducted).map(withOwedTax) ?? [whole],
    }
  })
}

/** When what is paid back was received: by the payment, or credit on the invoice. */
function correctedOn(eb: ExpressionBuilder<Schema, 'ledger_entries'>) {
  const first = (column: 'payment_id' | 'invoice_id') =>
    eb
      .selectFrom('ledger_entries as received')
      .select((sub) => sub.fn.min<string | null>('received.occurred_on').as('day'))
      .whereRef(`received.${column}`, '=', `ledger_entries.${column}`)
      .where('received.direction', '=', 'income')
      .where('received.amount', '>', 0)
  return eb
    .case()
    .when('ledger_entries.amount', '<', 0)
    .then(eb.fn.coalesce(first('payment_id'), first('invoice_id')))
    .else(null)
    .end()
}

const kindOfExpense = ({ expense_id }: Entry) => (expense_id === null ? 'payout' : 'expense')

const headOf = ({ id, invoice_id, expense_id, occurred_on, description, client_name, currency }: Entry) => ({
  id,
  invoice_id,
  expense_id,
  date: occurred_on,
  text: description,
  client_name,
  currency,
})

/** The tax in a part that can't be deducted is a part of its own, so that the other is net. */
function withoutUndeducted(part: EntryPart): EntryPart[] {
  const { undeducted, base_net, base_undeducted_tax: base_tax, net } = part
  if (undeducted === undefined) return [part]
  const { undeducted: _of, ...rest } = part
  const base = base_net === null || base_tax === null ? null : base_net - base_tax
  return [
    { ...part, net: net - undeducted.tax, base_net: base },
    { ...rest, net: undeducted.tax, base_net: base_tax },
  ]
}

/** The tax of a purchase without tax on its bill is what the agency owes for it. */
function withOwedTax({ owed_tax, deducted_tax, base_undeducted_tax: _base, ...part }: EntryPart): ReturnPart {
  if (part.purchase === undefined) return part
  const own = purchaseTaxes(part.net, part.purchase)
  const deducted = { tax: own.deducted_tax ?? 0, base_tax: deducted_tax ?? 0 }
  return { ...part, tax: own.owed_tax ?? 0, base_tax: owed_tax ?? 0, deducted }
}

/** Parties are stored with a document when it is sent, so that its place never changes. */
async function placed(ctx: Ctx, records: readonly Unplaced[]): Promise<TaxedRecord[]> {
  const ids = new Set(
    records.flatMap(({ invoice_id, parties }) => (parties === undefined ? (invoice_id ?? []) : [])),
  )
  const rows =
    ids.size === 0
      ? []
      : await selectFrom(ctx, 'invoices')
          .select(['id', 'parties'])
          .where('id', 'in', [...ids])
          .execute()
  const found = new Map(rows.map(({ id, parties }) => [id, parties]))
  return records.map(({ parties = null, ...record }) => {
    const text = parties ?? found.get(record.invoice_id ?? '') ?? null
    const stored: DocumentParties | null = text === null ? null : JSON.parse(text)
    return { ...record, place: stored === null ? NO_PLACE : placeOf(stored) }
  })
}
