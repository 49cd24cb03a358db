import type { NotNull } from 'kysely'
import { type CreditedLine, leftOfLines } from '#shared/money/invoices/lines/line-credit.ts'
import type { SharedLine } from '#shared/money/invoices/lines/line-projects.ts'
import { addUp, type ByProject, distribute } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'

/** The columns of an invoice that determine the projects of its lines. */
interface InvoiceHead {
  id: string
  project_id: string | null
  late_fee_of: string | null
}

export const headsOf = async (ctx: Ctx, ids: readonly string[]): Promise<InvoiceHead[]> =>
  ids.length === 0
    ? []
    : selectFrom(ctx, 'invoices').select(['id', 'project_id', 'late_fee_of']).where('id', 'in', ids).execute()

/** The lines of invoices with the projects of each, by invoice. */
export async function sharedLines(
  ctx: Ctx,
  invoices: readonly InvoiceHead[],
): Promise<Map<string, SharedLine[]>> {
  if (invoices.length === 0) return new Map()
  const heads = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const byInvoice = Map.groupBy(await itemsOf(ctx, [...heads.keys()]), (item) => item.invoice_id)
  const items = [...byInvoice.values()].flatMap(afterAdvances)
  // Only lines without any project have to be looked up in the time they bill.
  const unknown = items.filter((item) => projectOf(item, heads.get(item.invoice_id)) === undefined)
  const time = await billedTime(ctx, [...new Set(unknown.map((item) => item.invoice_id))])
  const lines = items.map(({ id, project_id, ...line }) => {
    const project = projectOf({ project_id }, heads.get(line.invoice_id))
    const shares =
      project === undefined
        ? distribute(line.net, time.get(id) ?? time.get(line.invoice_id) ?? new Map(), null)
        : new Map([[project, line.net]])
    return { ...line, shares }
  })
  return Map.groupBy(lines, (line) => line.invoice_id)
}

/** The lines of the work, minus what advance invoices have billed, so that no project's share is negative. */
const afterAdvances = (items: Awaited<ReturnType<typeof itemsOf>>): typeof items => {
  const left = new Map(leftOfLines(items, []).map((line) => [line.position, line]))
  return items.flatMap((item) => {
    const line = left.get(item.position)
    return line === undefined ? [] : [{ ...item, net: line.leftNet, tax: line.leftTax }]
  })
}

/** Undefined if neither the line nor its invoice names one. Late fees concern the client, not a project. */
function projectOf(
  line: { project_id: string | null },
  invoice: InvoiceHead | undefined,
): string | null | undefined {
  if (invoice?.late_fee_of != null) return null
  return line.project_id ?? invoice?.project_id ?? undefined
}

/** The value of time by project, including time released since: by line, or by invoice if its line is unknown. */
async function billedTime(ctx: Ctx, invoiceIds: readonly string[]): Promise<Map<string, ByProject>> {
  if (invoiceIds.length === 0) return new Map()
  const [billed, released] = await Promise.all([
    selectFrom(ctx, 'time_entries')
      .select((eb) => [
        eb.fn.coalesce('invoice_line_id', 'invoice_id').as('billed_on'),
        'project_id',
        sumOf(eb('duration_seconds', '*', eb.ref('billing_rate'))).as('value'),
      ])
      .where('invoice_id', 'in', invoiceIds)
      .$narrowType<{ billed_on: NotNull }>()
      .groupBy(['billed_on', 'project_id'])
      .execute(),
    selectFrom(ctx, 'released_time')
      .select((eb) => [
        eb.fn.coalesce('invoice_line_id', 'invoice_id').as('billed_on'),
        'project_id',
        'value',
      ])
      .where('invoice_id', 'in', invoiceIds)
      .$narrowType<{ billed_on: NotNull }>()
      .execute(),
  ])
  const byOwner = Map.groupBy([...billed, ...released], (row) => row.billed_on)
  return new Map(
    [...byOwner].map(([owner, own]) => [owner, addUp(own.map((row) => [row.project_id, row.value]))]),
  )
}

/** A credit note's line, with the note, when it was issued, and the invoice it credits. */
export type NoteLine = CreditedLine & {
  invoice_id: string
  credited_at: string
  credited_invoice_id: string
}

/** The lines of all credit notes of the invoices, oldest first, by invoice. */
export async function creditedLines(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<Map<string, NoteLine[]>> {
  if (invoiceIds.length === 0) return new Map()
  const notes = await selectFrom(ctx, 'invoices')
    .select(['id', 'number', 'created_at', 'credited_invoice_id'])
    .where('credited_invoice_id', 'in', invoiceIds)
    .$narrowType<{ credited_invoice_id: NotNull }>()
    .where('status', '!=', 'void')
    .execute()
  const age = ({ created_at, number }: (typeof notes)[number]) =>
    `${created_at} ${(number ?? '').padStart(40, '0')}`
  const sorted = notes.toSorted((a, b) => age(a).localeCompare(age(b)))
  const items = Map.groupBy(
    await itemsOf(
      ctx,
      sorted.map((note) => note.id),
    ),
    (item) => item.invoice_id,
  )
  const lines = sorted.flatMap((note) =>
    (items.get(note.id) ?? []).map((item) => ({
      ...item,
      credited_at: note.created_at,
      credited_invoice_id: note.credited_invoice_id,
    })),
  )
  return Map.groupBy(lines, (line) => line.credited_invoice_id)
}

export const itemsOf = async (ctx: Ctx, invoiceIds: readonly string[]) =>
  invoiceIds.length === 0
    ? []
    : selectFrom(ctx, 'invoice_items')
        .select([
          'id',
          'invoice_id',
          'position',
          'description',
          'quantity',
          'unit',
          'tax_bps',
          'tax_name',
          'tax_category',
          'tax_note',
          'project_id',
          'deducted_invoice_id',
          'net',
          'tax',
          'credited_position',
          'credited_quantity',
        ])
        .where('invoice_id', 'in', invoiceIds)
        .orderBy('position')
        .execute()
