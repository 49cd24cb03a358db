import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { type InvoiceDocumentDto, type InvoiceItemDto, MAX_LINES } from '#shared/money/invoices/invoices.ts'
import type { addExpensesInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError, present } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { taxRoundingOf } from '../../../identity/letterhead/queries/profile-row.ts'
import { billExpenses } from '../../ledger/expenses/commands/bill-expenses.ts'
import { requireUnbilled } from '../../ledger/expenses/queries/unbilled-expenses.ts'
import { bookingOf } from '../queries/booking.ts'
import { getInvoice } from '../queries/invoices.ts'
import { linePlusTax, rebilledLine, supplyOf } from '../rules.ts'
import { withTax } from './link-advances.ts'
import { atTaxRates, contentColumns, locked, replaceItems } from './save.ts'

/**
 * Adds a line to a draft for each of the client's expenses, at cost plus markup, and marks them as billed. A stated
 * period of supply is extended to their dates.
 */
export function addExpenses(
  ctx: AgencyCtx,
  input: z.output<typeof addExpensesInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const draft = await getInvoice(tx, input.id)
    if (draft.status !== 'draft' || draft.client_id === null) throw locked()
    const expenses = await requireUnbilled(tx, draft.client_id, input.expense_ids)
    if (draft.items.length + expenses.length > MAX_LINES) {
      throw new AppError('BAD_REQUEST', `An invoice can have at most ${MAX_LINES} lines.`)
    }
    const { currency } = draft
    const base = await agencyCurrency(tx, tx.reach.agencyId)
    // Only conversions need a rate, so only they fail without one.
    const converted = expenses.some((expense) => expense.currency !== currency)
    const rate = converted
      ? (await bookingOf(tx, draft, base, dateInZone(tx.now, tx.reach.booksZone))).booking_rate
      : '1'
    const tax = taxOf(input, draft.items)
    const added = await atTaxRates(
      tx,
      expenses.map((expense) => ({
        ...rebilledLine(expense, { markup_bps: input.markup_bps, base, currency, rate }),
        ...tax,
      })),
    )
    const lines = draft.prices_include_tax ? added.map(linePlusTax) : added
    const { supply_from, supply_to } = draft
    const isDated = supply_from !== null || supply_to !== null
    const content = {
      ...draft,
      // A draft without a period has lines of unknown dates, so those of the expenses wouldn't be all of it.
      ...(isDated && supplyOf([supply_from, supply_to, ...expenses.map(({ spent_on }) => spent_on)])),
      client_id: draft.client_id,
      discount: draft.discount_given,
      items: [...draft.items, ...lines],
    }
    const row = { agency_id: ctx.reach.agencyId, id: draft.id, version: draft.version }
    const taxRounding = await taxRoundingOf(tx, ctx.reach.agencyId)
    await updateVersioned(tx, 'invoices', row, contentColumns(content, taxRounding), 'This invoice')
    await replaceItems(tx, draft.id, content, taxRounding)
    const saved = await getInvoice(tx, draft.id)
    const savedLines = saved.items.slice(draft.items.length)
    await billExpenses(
      tx,
      draft.id,
      expenses.map((expense, index) => ({
        id: expense.id,
        line_id: present(savedLines[index]?.id, 'The line of an expense'),
      })),
    )
    await record(tx, 'invoice.updated', { id: draft.id, title: draft.title })
    return saved
  })
}

/** The chosen tax, or that of the first line. */
function taxOf(input: z.output<typeof addExpensesInput>, items: readonly InvoiceItemDto[]) {
  if (input.tax_rate_id != null || input.tax_bps !== undefined) {
    return { tax_rate_id: input.tax_rate_id ?? null, tax_bps: input.tax_bps ?? 0 }
  }
  const [first] = items
  return first === undefined ? { tax_bps: 0 } : { tax_rate_id: first.tax_rate_id, ...withTax(first) }
}
