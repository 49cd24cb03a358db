import type { Selectable } from 'kysely'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BookDifference } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { baseDue, baseStep, inBase } from '../../../../money/invoices/queries/booking.ts'

export type ComparedDocument = Selectable<Schema['invoices']>

/**
 * Differences between numbered documents and their lines, payments, credit notes, exchange rates, and ledger
 * entries.
 */
export async function documentDifferences(
  ctx: Ctx,
  documents: readonly ComparedDocument[],
  base: string,
): Promise<BookDifference[]> {
  const ids = documents.map((document) => document.id)
  if (ids.length === 0) return []
  const [lines, payments, credits, applied, losses, entries] = await Promise.all([
    linesOf(ctx, ids),
    paymentsOf(ctx, ids),
    creditsOf(ctx, ids),
    appliedTo(ctx, ids),
    lossesOf(ctx, ids),
    entriesOf(ctx, ids),
  ])
  return documents.flatMap((document) => {
    const own = <Row extends { invoice_id: string | null }>(rows: readonly Row[]) =>
      rows.find((row) => row.invoice_id === document.id)
    return [
      ...unlikeLines(document, own(lines)),
      ...unlike(
        document,
        'paid',
        'amount paid',
        document.amount_paid,
        own(payments)?.amount ?? 0,
        'its payments',
      ),
      ...unlike(
        document,
        'credited',
        'amount credited',
        document.amount_credited,
        own(credits)?.amount ?? 0,
        'its credit notes',
      ),
      ...unlike(
        document,
        'applied',
        'credit applied',
        document.amount_applied,
        -(own(applied)?.amount ?? 0),
        'the credit history',
      ),
      ...unlike(
        document,
        'written_off',
        'amount written off',
        document.amount_written_off,
        own(losses)?.amount ?? 0,
        'the ledger',
      ),
      ...unlikeBase(document, base, own(entries)),
    ]
  })
}

function unlike(
  { number, currency }: ComparedDocument,
  kind: BookDifference['kind'],
  says: string,
  stated: number,
  found: number,
  source: string,
): BookDifference[] {
  if (stated === found) return []
  const money = (amount: number) => formatCharged(amount, currency)
  return [
    {
      kind,
      subject: `${number} ${says}`,
      details: `${number}: ${says} is ${money(stated)}, but ${money(found)} according to ${source}.`,
    },
  ]
}

type Lines = Awaited<ReturnType<typeof linesOf>>[number]

function unlikeLines(document: ComparedDocument, lines: Lines | undefined): BookDifference[] {
  const compare = (name: string, stated: number, found: number | undefined) =>
    unlike(document, 'lines', name, stated, found ?? 0, 'its lines')
  return [
    ...compare('total', document.total, lines && lines.net + lines.tax),
    ...compare('tax', document.tax, lines?.tax),
    ...compare('subtotal', document.subtotal, lines?.amount),
    ...compare('discount', document.discount, lines?.discount),
  ]
}

type Entries = Awaited<ReturnType<typeof entriesOf>>[number]

/** In base currency: the document, its amount due, and what is booked. */
function unlikeBase(
  document: ComparedDocument,
  base: string,
  entries: Entries | undefined,
): BookDifference[] {
  const total = inBase(base, document, document.total)
  if (total === null) return []
  const open = document.kind === 'invoice' && (document.status === 'sent' || document.status === 'overdue')
  const inBooks = { ...document, currency: base }
  const differences = [
    ...unlike(inBooks, 'base', 'total in base', document.base_total ?? 0, total, 'its exchange rate'),
    ...unlike(
      inBooks,
      'base',
      'due in base',
      document.base_due ?? 0,
      open ? (baseDue(base, document) ?? 0) : 0,
      'its exchange rate',
    ),
  ]
  if (entries === undefined || entries.unbooked > 0) return differences
  const booked = baseStep(base, document, { before: 0, after: entries.amount }) ?? 0
  return [
    ...differences,
    ...unlike(inBooks, 'base', 'booked in base', entries.base_amount ?? 0, booked, 'its exchange rate'),
  ]
}

const linesOf = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'invoice_items')
    .select((eb) => [
      'invoice_id',
      sumOf(eb.ref('net')).as('net'),
      sumOf(eb.ref('tax')).as('tax'),
      sumOf(eb.ref('amount')).as('amount'),
      sumOf(eb.ref('discount')).as('discount'),
    ])
    .where('invoice_id', 'in', ids)
    .groupBy('invoice_id')
    .execute()

const paymentsOf = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'payments')
    .select((eb) => ['invoice_id', sumOf(eb.parens(eb('amount', '-', eb.ref('refunded')))).as('amount')])
    .where('invoice_id', 'in', ids)
    .where('status', 'in', ['succeeded', 'refunded'])
    .groupBy('invoice_id')
    .execute()

const creditsOf = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'invoices')
    .select((eb) => ['credited_invoice_id as invoice_id', sumOf(eb.ref('total')).as('amount')])
    .where('credited_invoice_id', 'in', ids)
    .where('number', 'is not', null)
    .where('status', '!=', 'void')
    .groupBy('credited_invoice_id')
    .execute()

/** Negative: credit applied to the invoice, without granted credit, which credit notes use. */
const appliedTo = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'client_credits')
    .select((eb) => ['invoice_id', sumOf(eb.ref('amount')).as('amount')])
    .where('invoice_id', 'in', ids)
    .where('kind', '!=', 'adjusted')
    .groupBy('invoice_id')
    .execute()

const lossesOf = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'ledger_entries')
    .select((eb) => ['invoice_id', sumOf(eb.ref('amount')).as('amount')])
    .where('invoice_id', 'in', ids)
    .where('direction', '=', 'write_off')
    .groupBy('invoice_id')
    .execute()

const entriesOf = (ctx: Ctx, ids: string[]) =>
  selectFrom(ctx, 'ledger_entries')
    .select((eb) => [
      'invoice_id',
      sumOf(eb.ref('amount')).as('amount'),
      sumOf<number | null>(eb.ref('base_amount')).as('base_amount'),
      eb.fn.countAll<number>().filterWhere('base_amount', 'is', null).as('unbooked'),
    ])
    .where('invoice_id', 'in', ids)
    .where('direction', '=', 'income')
    .where('category', '=', 'invoices')
    .groupBy('invoice_id')
    .execute()
