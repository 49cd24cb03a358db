import type { z } from 'zod'
import { convert } from '#shared/base/amounts/exchange.ts'
import { formatDate } from '#shared/base/format.ts'
import type { enterRateInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { listMissingRates } from '../../ledger/queries/missing-rates.ts'
import { datedAt, requireOpenDay } from '../../ledger/queries/open-days.ts'
import { bookTaxesInBase } from '../../ledger/taxes/commands/book-taxes.ts'
import { baseDue, baseStep, baseTaxOf, inBase, requireBookable } from '../queries/booking.ts'
import { CATEGORY_OF } from '../rules.ts'
import { bookDifference, reverseDifferences } from './book-difference.ts'

type Rate = z.output<typeof enterRateInput>

/** Books everything in a currency that lacked an exchange rate: sent documents, then their payments. */
export function enterRate(ctx: AgencyCtx, input: Rate): Promise<{ count: number }> {
  return transact(ctx, async (tx) => {
    const since = await earliestWithoutRate(tx, input.currency)
    if (since !== null) {
      await requireOpenDay(tx, ctx.reach.agencyId, {
        day: since,
        field: 'rate',
        instead: `An amount dated ${formatDate(since)} has no rate, and entering one would change that period: reopen it first.`,
        confirmed: input.confirm_period,
      })
    }
    const base = await agencyCurrency(tx, ctx.reach.agencyId)
    const documents = await bookDocuments(tx, base, input)
    const entries = await bookEntries(tx, base, input)
    await bookDifferences(tx, entries)
    const count = documents + entries.length
    const { currency, rate } = input
    await record(tx, 'exchange-rate.entered', { id: currency, currency, rate, count })
    return { count }
  })
}

async function bookDocuments(tx: Tx<AgencyCtx>, base: string, { currency, rate }: Rate): Promise<number> {
  const documents = await selectFrom(tx, 'invoices')
    .selectAll()
    .where('agency_id', '=', tx.reach.agencyId)
    .where('currency', '=', currency)
    .where('booking_rate', 'is', null)
    .where('number', 'is not', null)
    .execute()
  for (const document of documents) {
    const booked = { ...document, booking_rate: rate }
    const total = inBase(base, booked, document.total)
    requireBookable(total)
    const open = document.kind === 'invoice' && document.status !== 'void'
    await updateTable(tx, 'invoices')
      .set({
        booking_rate: rate,
        booked_on: document.issued_on,
        rate_source: 'typed',
        base_total: total,
        base_tax: await baseTaxOf(tx, base, booked),
        base_due: open ? baseDue(base, booked) : 0,
      })
      .where('id', '=', document.id)
      .execute()
  }
  return documents.length
}

/** In chronological order, so that an invoice's entries add up to the amount paid. */
async function bookEntries(tx: Tx<AgencyCtx>, base: string, { currency, rate }: Rate) {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select(['id', 'amount', 'direction', 'category', 'occurred_at', 'client_id', 'invoice_id', 'expense_id'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('currency', '=', currency)
    .where('base_amount', 'is', null)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  // An entry is complete, and never changes again, once it has its amount.
  await bookTaxesInBase(
    tx,
    entries.map((entry) => entry.id),
    (amount) => convert(amount, currency, base, rate),
  )
  const sums = new Map<string, number>()
  for (const { id, amount, direction, invoice_id, client_id, expense_id } of entries) {
    let inBooks: number | null = convert(amount, currency, base, rate)
    // An invoice's payments and a client's credit are separate running totals.
    const isCredit = direction === 'liability' && expense_id === null
    const whole = isCredit ? `credit:${client_id}` : `${direction}:${invoice_id}`
    if (isCredit || (invoice_id !== null && direction !== 'expense')) {
      const before = sums.get(whole) ?? 0
      sums.set(whole, before + amount)
      inBooks = baseStep(base, { currency, booking_rate: rate }, { before, after: before + amount })
    }
    requireBookable(inBooks)
    await updateTable(tx, 'ledger_entries').set({ base_amount: inBooks }).where('id', '=', id).execute()
  }
  return entries
}

type Waited = Awaited<ReturnType<typeof bookEntries>>[number]

/** Credit that was used before its rate was known: the differences from the income, each when it was used. */
async function bookDifferences(tx: Tx<AgencyCtx>, waited: readonly Waited[]): Promise<void> {
  const used = waited.filter(({ category }) => category === CATEGORY_OF.applied)
  const moments = new Map(used.map((entry) => [`${entry.invoice_id} ${entry.occurred_at}`, entry]))
  for (const { invoice_id, occurred_at, amount } of moments.values()) {
    const invoice = await selectFrom(tx, 'invoices')
      .select(['id', 'agency_id', 'client_id', 'project_id', 'number'])
      .where('id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    const { sum } = await selectFrom(tx, 'ledger_entries')
      .select((eb) => sumOf<number | null>(eb.ref('base_amount')).as('sum'))
      .where('invoice_id', '=', invoice.id)
      .where('occurred_at', '=', occurred_at)
      .where('payment_id', 'is', null)
      .where('category', 'in', [CATEGORY_OF.applied, 'invoices', 'exchange_differences'])
      .executeTakeFirstOrThrow()
    const book = amount < 0 ? bookDifference : reverseDifferences
    await book(datedAt(tx, occurred_at), invoice, -(sum ?? 0))
  }
}

/** The day of the first document or entry that waits for the rate. */
async function earliestWithoutRate(tx: Tx<AgencyCtx>, currency: string): Promise<string | null> {
  const waiting = (await listMissingRates(tx)).find((missing) => missing.currency === currency)
  return waiting?.since ?? null
}
