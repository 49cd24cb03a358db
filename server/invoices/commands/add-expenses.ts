import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import { type addExpensesInput, type InvoiceDocumentDto, MAX_LINES } from '#shared/invoices.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { billExpenses } from '../../finance/commands/claim.ts'
import { requireUnbilled } from '../../finance/queries/unbilled-expenses.ts'
import { getInvoice } from '../queries/invoices.ts'
import { rebilledLine } from '../rules.ts'
import { bookingOf } from './book.ts'
import { lockInvoice } from './claim.ts'
import { contentColumns, locked, replaceItems } from './write.ts'

/** Adds a line to a draft for each expense of its client, at its cost and a markup, and marks it as billed. */
export function addExpenses(
  ctx: AgencyCtx,
  input: z.output<typeof addExpensesInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await lockInvoice(tx, input.id)
    const draft = await getInvoice(tx, input.id)
    if (draft.status !== 'draft' || draft.client_id === null) throw locked()
    const expenses = await requireUnbilled(tx, draft.client_id, input.expense_ids)
    if (draft.items.length + expenses.length > MAX_LINES) {
      throw new AppError('BAD_REQUEST', `An invoice has ${MAX_LINES} lines at most.`)
    }
    const { currency } = draft
    const base = await agencyCurrency(tx, tx.reach.agencyId)
    // Only what is converted needs a rate, and only then its lack is an error.
    const converted = expenses.some((expense) => expense.currency !== currency)
    const rate = converted
      ? (await bookingOf(tx, draft, base, dateInZone(tx.now, tx.reach.booksZone))).booking_rate
      : '1'
    const tax_bps = input.tax_bps ?? draft.items[0]?.tax_bps ?? 0
    const added = expenses.map((expense) => ({
      ...rebilledLine(expense, { markup_bps: input.markup_bps, base, currency, rate }),
      tax_bps,
    }))
    const content = {
      ...draft,
      client_id: draft.client_id,
      discount: draft.discount_given,
      items: [...draft.items, ...added],
    }
    const row = { agency_id: ctx.reach.agencyId, id: draft.id, version: draft.version }
    await updateVersioned(tx, 'invoices', row, contentColumns(content), 'This invoice')
    await replaceItems(tx, draft.id, content)
    const saved = await getInvoice(tx, draft.id)
    const lines = saved.items.slice(draft.items.length)
    await billExpenses(
      tx,
      draft.id,
      expenses.map((expense, index) => ({ id: expense.id, line_id: lines[index]?.id ?? '' })),
    )
    await record(tx, 'invoice.updated', { id: draft.id, title: draft.title })
    return saved
  })
}
