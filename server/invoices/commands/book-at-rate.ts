import type { z } from 'zod'
import { convert, type missingRateInput } from '#shared/exchange.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { bookTaxesInBase } from '../../finance/commands/book-taxes.ts'
import { baseDue, baseStep, inBase } from './book.ts'

type Rate = z.output<typeof missingRateInput>

/** Books everything of a currency that has waited for its rate: sent documents, then what was paid on them. */
export function bookAtRate(ctx: AgencyCtx, input: Rate): Promise<{ count: number }> {
  return transact(ctx, async (tx) => {
    const base = await agencyCurrency(tx, ctx.reach.agencyId)
    const documents = await bookDocuments(tx, base, input)
    const entries = await bookEntries(tx, base, input)
    const count = documents + entries
    await record(tx, 'exchange-rate.entered', { id: input.currency, ...input, count })
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
    const open = document.kind === 'invoice' && document.status !== 'void'
    await updateTable(tx, 'invoices')
      .set({
        booking_rate: rate,
        booked_on: document.issued_on,
        rate_source: 'typed',
        base_total: inBase(base, booked, document.total),
        base_due: open ? baseDue(base, booked) : 0,
      })
      .where('id', '=', document.id)
      .execute()
  }
  return documents.length
}

/** In the order they happened, so that the entries of an invoice add up to what was paid on it. */
async function bookEntries(tx: Tx<AgencyCtx>, base: string, { currency, rate }: Rate): Promise<number> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select(['id', 'amount', 'direction', 'client_id', 'invoice_id'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('currency', '=', currency)
    .where('base_amount', 'is', null)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  const sums = new Map<string, number>()
  for (const { id, amount, direction, invoice_id, client_id } of entries) {
    let inBooks: number | null = convert(amount, currency, base, rate)
    // What is in an invoice, and what a client has, are sums of their own.
    const whole = direction === 'liability' ? `credit:${client_id}` : `${direction}:${invoice_id}`
    if (direction === 'liability' || (invoice_id !== null && direction !== 'expense')) {
      const before = sums.get(whole) ?? 0
      sums.set(whole, before + amount)
      inBooks = baseStep(base, { currency, booking_rate: rate }, { before, after: before + amount })
    }
    await updateTable(tx, 'ledger_entries').set({ base_amount: inBooks }).where('id', '=', id).execute()
  }
  await bookTaxesInBase(
    tx,
    entries.map((entry) => entry.id),
    (amount) => convert(amount, currency, base, rate),
  )
  return entries.length
}
