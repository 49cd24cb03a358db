import type { z } from 'zod'
import { fromThousandths } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { formatCount } from '#shared/base/format.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { invoiceFromTimeInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { UnbilledLine } from '#shared/time/timesheets.ts'
import { AppError, present } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { billTime } from '../../../time/timesheets/commands/bill-time.ts'
import { unbilledDays, unbilledTime } from '../../../time/timesheets/queries/billing.ts'
import { billExpenses } from '../../ledger/expenses/commands/bill-expenses.ts'
import { requireUnbilled } from '../../ledger/expenses/queries/unbilled-expenses.ts'
import { bookingOf } from '../queries/booking.ts'
import { getInvoice } from '../queries/invoices.ts'
import { hoursLine, rebilledLine, supplyOf } from '../rules.ts'
import { atTaxRates, clientCurrency, insertInvoice, requireClientAndProject } from './save.ts'

/**
 * Creates a draft from approved time and selected expenses, in the client's currency, and marks them as billed; throws
 * BAD_REQUEST if there are none.
 */
export function invoiceTime(
  ctx: AgencyCtx,
  input: z.output<typeof invoiceFromTimeInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    await requireClientAndProject(tx, input)
    const { lines, currency: base } = await unbilledTime(tx, input)
    const hours = input.include_time ? lines : []
    requireRates(hours, input.missing_rate)
    const expenses = await requireUnbilled(tx, input.client_id, input.expense_ids)
    if (hours.length + expenses.length === 0) {
      throw new AppError('BAD_REQUEST', 'There is no approved, unbilled time to invoice.')
    }
    const currency = await clientCurrency(tx, input.client_id)
    const today = dateInZone(tx.now, tx.reach.booksZone)
    // Only conversions need a rate, so only they fail without one.
    const converted = hours.length > 0 || expenses.some((expense) => expense.currency !== currency)
    const rate = converted
      ? (await bookingOf(tx, { currency, booking_rate: null }, base, today)).booking_rate
      : '1'
    const worked = hours.length > 0 ? await unbilledDays(tx, input) : null
    const rebilling = { markup_bps: input.markup_bps, base, currency, rate }
    const id = await insertInvoice(
      tx,
      {
        client_id: input.client_id,
        project_id: input.project_id,
        title: input.title,
        description: null,
        notes: null,
        currency,
        discount: { type: 'none', value: 0 },
        prices_include_tax: false,
        purchase_order: null,
        ...supplyOf([worked?.from, worked?.to, ...expenses.map(({ spent_on }) => spent_on)]),
        items: await atTaxRates(
          tx,
          [
            ...hours.map((line) => ({
              ...hoursLine(line, rebilling),
              quantity: fromThousandths(line.quantity),
              seconds: line.seconds,
              unit: 'hour',
              project_id: line.project_id,
            })),
            ...expenses.map((expense) => rebilledLine(expense, rebilling)),
          ].map((line) => ({ ...line, tax_rate_id: input.tax_rate_id ?? null, tax_bps: input.tax_bps })),
        ),
      },
      { due: { on: input.due_date }, kind: 'invoice', createdBy: ctx.actor.userId },
    )
    const drafted = await getInvoice(tx, id)
    const lineOf = (index: number) => present(drafted.items[index]?.id, 'The line of a bill')
    await billTime(
      tx,
      id,
      hours.map(({ rate, entry_ids }, index) => ({ id: lineOf(index), rate, entry_ids })),
    )
    await billExpenses(
      tx,
      id,
      expenses.map((expense, index) => ({ id: expense.id, line_id: lineOf(hours.length + index) })),
    )
    await record(tx, 'invoice.created', { id, title: input.title, fromTime: hours.length > 0 })
    return drafted
  })
}

/** Time without a rate is only billed at zero if the caller explicitly says so. */
function requireRates(lines: readonly UnbilledLine[], missingRate: number | null | undefined): void {
  const without = lines.filter(({ rate_missing }) => rate_missing).length
  if (without === 0 || typeof missingRate === 'number') return
  const message = `${formatCount(without, 'line has', 'lines have')} no hourly rate. Enter one, or 0 to bill it free of charge.`
  throw new AppError('BAD_REQUEST', message, { reason: 'missing_rate', fields: { missing_rate: message } })
}
