import { formatCharged } from '#shared/base/amounts/money.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { BookDifference, BookDifferenceDto } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { pagesOf } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { isStanding } from '../../../../money/ledger/queries/standing.ts'
import { numberGaps } from '../../rules.ts'
import { Balances } from './balances.ts'
import { type ComparedDocument, documentDifferences } from './document-differences.ts'
import { feeDifferences, payoutDifferences } from './fee-differences.ts'

const ROWS_AT_ONCE = 250

/**
 * Differences between an agency's ledger, payments, and documents; reads page by page to avoid blocking
 * others.
 */
export async function bookDifferencesOf(ctx: Ctx, agencyId: AgencyId): Promise<BookDifference[]> {
  const base = await agencyCurrency(ctx, agencyId)
  const differences: BookDifference[] = []
  const balances = new Balances()
  const numbers: Record<'invoice' | 'credit_note', string[]> = { invoice: [], credit_note: [] }
  for await (const documents of documentPages(ctx, agencyId)) {
    differences.push(...(await documentDifferences(ctx, documents, base)))
    for (const document of documents) {
      balances.addDocument(document)
      if (document.kind !== 'template') numbers[document.kind].push(document.number ?? '')
    }
  }
  for (const credit of await creditsOf(ctx, agencyId)) balances.addCredit(credit)
  for await (const payments of paymentPages(ctx, agencyId)) {
    differences.push(...(await paymentDifferences(ctx, agencyId, payments)))
    for (const payment of payments) balances.addPayment(payment)
  }
  for await (const entries of entryPages(ctx, agencyId)) {
    differences.push(...(await taxDifferences(ctx, entries)))
    for (const entry of entries) balances.addEntry(entry)
  }
  return [
    ...differences,
    ...(await unmatchedExchange(ctx, agencyId)),
    ...(await feeDifferences(ctx, agencyId)),
    ...(await payoutDifferences(ctx, agencyId)),
    ...Object.values(numbers).flatMap(numberGaps),
    ...balances.differences(await clientNames(ctx, balances.clientIds())),
  ]
}

async function* documentPages(ctx: Ctx, agencyId: AgencyId): AsyncGenerator<ComparedDocument[]> {
  yield* pagesById((after) =>
    selectFrom(ctx, 'invoices')
      .selectAll()
      .where('agency_id', '=', agencyId)
      .where('id', '>', after)
      .where('number', 'is not', null)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
}

const readPayments = (ctx: Ctx, agencyId: AgencyId, after: string) =>
  selectFrom(ctx, 'payments')
    .select([
      'id',
      'client_id',
      'purpose',
      'description',
      'currency',
      (eb) => eb('amount', '-', eb.ref('refunded')).as('kept'),
    ])
    .where('agency_id', '=', agencyId)
    .where('id', '>', after)
    .where('status', 'in', ['succeeded', 'refunded'])
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
type Payment = Awaited<ReturnType<typeof readPayments>>[number]

async function* paymentPages(ctx: Ctx, agencyId: AgencyId): AsyncGenerator<Payment[]> {
  yield* pagesById((after) => readPayments(ctx, agencyId, after))
}

const readEntries = (ctx: Ctx, agencyId: AgencyId, after: string) =>
  selectFrom(ctx, 'ledger_entries')
    .select([
      'id',
      'client_id',
      'payment_id',
      'direction',
      'category',
      'description',
      'amount',
      'tax',
      'currency',
    ])
    .where('agency_id', '=', agencyId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

/** Each client's credit, excluding deposits, which are payments. */
const creditsOf = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'client_credits')
    .leftJoin('payments', 'payments.id', 'client_credits.payment_id')
    .select((eb) => [
      'client_credits.client_id',
      'client_credits.currency',
      sumOf(eb.ref('client_credits.amount')).as('amount'),
    ])
    .where('client_credits.agency_id', '=', agencyId)
    .where((eb) => eb.or([eb('payments.purpose', 'is', null), eb('payments.purpose', '!=', 'deposit')]))
    .groupBy(['client_credits.client_id', 'client_credits.currency'])
    .execute()

async function* entryPages(ctx: Ctx, agencyId: AgencyId): AsyncGenerator<Entry[]> {
  yield* pagesById((after) => readEntries(ctx, agencyId, after))
}

const pagesById = <Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> =>
  pagesOf(
    (after) => read(after?.[0] ?? ''),
    ({ id }) => [id],
    ROWS_AT_ONCE,
  )

/** The amount of each payment minus its refunds must equal what is booked; exchange differences come on top. */
async function paymentDifferences(
  ctx: Ctx,
  agencyId: AgencyId,
  payments: readonly Payment[],
): Promise<BookDifference[]> {
  const booked = await selectFrom(ctx, 'ledger_entries')
    .select((eb) => ['payment_id', sumOf(eb.ref('amount')).as('amount')])
    .where(
      'payment_id',
      'in',
      payments.map((payment) => payment.id),
    )
    .where('agency_id', '=', agencyId)
    .where('direction', 'in', ['income', 'liability'])
    .where('category', '!=', 'exchange_differences')
    .groupBy('payment_id')
    .execute()
  const amounts = new Map(booked.map((row) => [row.payment_id, row.amount]))
  return payments.flatMap((payment) => {
    const amount = amounts.get(payment.id) ?? 0
    if (amount === payment.kept) return []
    const money = (value: number) => formatCharged(value, payment.currency)
    const details = `The payment “${payment.description}” is ${money(payment.kept)} after refunds, but the ledger has ${money(amount)}.`
    return [{ kind: 'ledger' as const, subject: payment.id, details }]
  })
}

/** Exchange differences of payments are booked for a bank line, and reversed with its match. */
async function unmatchedExchange(ctx: Ctx, agencyId: AgencyId): Promise<BookDifference[]> {
  const matched = selectFrom(ctx, 'bank_matches')
    .select((eb) => eb.ref('difference_id').$notNull().as('id'))
    .where('agency_id', '=', agencyId)
    .where('difference_id', 'is not', null)
  const entries = await selectFrom(ctx, 'ledger_entries')
    .select(['id', 'description', 'amount', 'currency'])
    .where('agency_id', '=', agencyId)
    .where('category', '=', 'exchange_differences')
    .where('payment_id', 'is not', null)
    .where(isStanding)
    .where('id', 'not in', matched)
    .execute()
  return entries.map(({ id, description, amount, currency }) => ({
    kind: 'ledger' as const,
    subject: id,
    details: `The entry “${description}” of ${formatCharged(amount, currency)} belongs to a bank line, but none is matched with it.`,
  }))
}

/** An entry must equal the sum of its parts by tax rate. */
async function taxDifferences(ctx: Ctx, entries: readonly Entry[]): Promise<BookDifference[]> {
  const sums = await selectFrom(ctx, 'ledger_taxes')
    .select((eb) => ['entry_id', sumOf(eb.ref('net')).as('net'), sumOf(eb.ref('tax')).as('tax')])
    .where(
      'entry_id',
      'in',
      entries.map((entry) => entry.id),
    )
    .groupBy('entry_id')
    .execute()
  const parts = new Map(sums.map((row) => [row.entry_id, row]))
  return entries.flatMap((entry) => {
    const { net, tax } = parts.get(entry.id) ?? { net: entry.amount, tax: 0 }
    if (net + tax === entry.amount && tax === entry.tax) return []
    const money = (value: number) => formatCharged(value, entry.currency)
    const details = `The entry “${entry.description}” of ${money(entry.amount)} includes ${money(entry.tax)} tax, but its tax rates add up to ${money(tax)} of ${money(net + tax)}.`
    return [{ kind: 'tax' as const, subject: entry.id, details }]
  })
}

async function clientNames(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'clients').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The differences found by the latest comparisons, newest first. */
export async function listBookDifferences(ctx: Ctx): Promise<BookDifferenceDto[]> {
  return selectFrom(ctx, 'book_differences')
    .innerJoin('agencies', 'agencies.id', 'book_differences.agency_id')
    .select([
      'book_differences.agency_id',
      'agencies.name as agency_name',
      'book_differences.kind',
      'book_differences.subject',
      'book_differences.details',
      'book_differences.found_at',
    ])
    .orderBy('book_differences.found_at', 'desc')
    .orderBy('book_differences.subject')
    .limit(100)
    .execute()
}
