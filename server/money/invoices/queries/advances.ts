import type { NotNull } from 'kysely'
import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { type AdvanceDto, MAX_ADVANCES } from '#shared/money/invoices/deductions.ts'
import type { InvoiceDocumentDto, InvoiceItemDto } from '#shared/money/invoices/invoices.ts'
import type { advancesInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, InAgency, Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { creditedLines, itemsOf } from '../../ledger/queries/invoice-lines.ts'
import { amountDue, amountReceived, creditParts } from '../rules.ts'

/** The client's advance invoices that no other final invoice deducts, oldest first. */
export async function listAdvances(
  ctx: InAgency,
  input: z.output<typeof advancesInput>,
): Promise<AdvanceDto[]> {
  const client = await selectFrom(ctx, 'clients')
    .select('id')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', input.client_id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  const rows = await advanceRows(ctx)
    .where('client_id', '=', input.client_id)
    .where('currency', '=', input.currency)
    .where('status', 'in', ['sent', 'overdue', 'paid'])
    .where((eb) => eb('total', '>', eb.ref('amount_credited')))
    .where((eb) =>
      eb.or([eb('final_invoice_id', 'is', null), eb('final_invoice_id', '=', input.final_id ?? '')]),
    )
    .orderBy('issued_on')
    .orderBy('number')
    .limit(MAX_ADVANCES * 2)
    .execute()
  return withParts(ctx, rows)
}

/** The chosen advance invoices with what can be deducted of them, in the order of their issue. */
export async function chosenAdvances(ctx: InAgency, ids: readonly string[]): Promise<ChosenAdvance[]> {
  if (ids.length === 0) return []
  const rows = await advanceRows(ctx).where('id', 'in', ids).orderBy('issued_on').orderBy('number').execute()
  const advances = await withParts(ctx, rows)
  return rows.flatMap(({ client_id, final_invoice_id, status }, index) => {
    const advance = advances[index]
    return advance === undefined ? [] : [{ ...advance, client_id, final_invoice_id, status }]
  })
}

export type ChosenAdvance = AdvanceDto & Pick<AdvanceRow, 'client_id' | 'final_invoice_id' | 'status'>

type AdvanceRow = Awaited<ReturnType<ReturnType<typeof advanceRows>['executeTakeFirstOrThrow']>>

const advanceRows = (ctx: InAgency) =>
  selectFrom(ctx, 'invoices')
    .select([
      'id',
      'number',
      'title',
      'issued_on',
      'project_id',
      'client_id',
      'currency',
      'status',
      'final_invoice_id',
      ...OWED_COLUMNS,
    ])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('kind', '=', 'invoice')
    .where('stage', '=', 'advance')
    .where('number', 'is not', null)
    .where('issued_on', 'is not', null)
    .$narrowType<{ number: NotNull; issued_on: NotNull }>()

async function withParts(ctx: InAgency, rows: readonly AdvanceRow[]): Promise<AdvanceDto[]> {
  const ids = rows.map((row) => row.id)
  const [lines, credits] = await Promise.all([itemsOf(ctx, ids), creditedLines(ctx, ids)])
  const byInvoice = Map.groupBy(lines, (line) => line.invoice_id)
  return rows.map((row) => {
    const due = amountDue(row)
    const left = leftAfter(byInvoice.get(row.id) ?? [], credits.get(row.id) ?? [], due)
    return {
      id: row.id,
      number: row.number,
      title: row.title,
      issued_on: row.issued_on,
      project_id: row.project_id,
      currency: row.currency,
      total: row.total,
      received: amountReceived(row),
      due,
      parts: left ?? [],
      problem: left === null ? `${row.number} is credited by more than its amount.` : problemOf(row, left),
    }
  })
}

/** The amounts received, by rate: what is left once the amount due is credited, too. */
function leftAfter(
  lines: readonly TaxedPart[],
  credited: readonly TaxedPart[],
  due: number,
): TaxedPart[] | null {
  const rest = creditParts(lines, credited, due)
  if (rest === null) return null
  const taken = [...credited, ...rest].map((part) => ({ ...part, net: -part.net, tax: -part.tax }))
  return taxSummary([...lines, ...taken]).filter(({ net, tax }) => net !== 0 || tax !== 0)
}

function problemOf(row: AdvanceRow, parts: readonly TaxedPart[]): string | null {
  if (row.status === 'void') return `${row.number} is void.`
  if (row.amount_written_off > 0) return `Part of ${row.number} was written off. Undo that first.`
  const received = amountReceived(row)
  if (received <= 0) return `Nothing was received for ${row.number} yet.`
  const left = parts.reduce((sum, { net, tax }) => sum + net + tax, 0)
  if (left === received) return null
  return `${row.number} has ${formatCharged(left, row.currency)} left after its credit notes, which differs from what was received.`
}

/** Throws CONFLICT if a sent final invoice deducts the invoice, whose received amount then must not change. */
export async function requireNotDeducted(tx: Tx, invoiceId: string): Promise<void> {
  const final = await selectFrom(tx, 'invoices')
    .innerJoin('invoices as finals', 'finals.id', 'invoices.final_invoice_id')
    .select(['invoices.number', 'finals.number as final_number'])
    .where('invoices.id', '=', invoiceId)
    .where('finals.status', '!=', 'draft')
    .executeTakeFirst()
  if (final === undefined) return
  throw new AppError(
    'CONFLICT',
    `${final.number} is deducted in the final invoice ${final.final_number}. Void or credit that one first.`,
    { reason: 'advance_deducted' },
  )
}

/** The advance invoices that a document deducts; anyone who can see it can see what it says about them. */
export async function deductionsOf(
  ctx: Ctx,
  items: readonly InvoiceItemDto[],
): Promise<InvoiceDocumentDto['deductions']> {
  const byAdvance = Map.groupBy(
    items.filter((item) => item.deducted_invoice_id !== null),
    (item) => item.deducted_invoice_id ?? '',
  )
  if (byAdvance.size === 0) return []
  const rows = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select(['id', 'number', 'issued_on'])
    .where('id', 'in', [...byAdvance.keys()])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...byAdvance].map(([id, lines]) => ({
    invoice_id: id,
    number: known.get(id)?.number ?? '',
    issued_on: known.get(id)?.issued_on ?? null,
    amount: -lines.reduce((sum, { net, tax }) => sum + net + tax, 0),
  }))
}

/** The final invoice that deducts an advance invoice, if the caller can see it. */
export async function deductedIn(
  ctx: Ctx,
  finalId: string | null,
): Promise<InvoiceDocumentDto['deducted_in']> {
  if (finalId === null) return null
  const final = await selectFrom(ctx, 'invoices')
    .select(['id', 'number'])
    .where('id', '=', finalId)
    .executeTakeFirst()
  return final ?? null
}
