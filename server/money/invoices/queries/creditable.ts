import { fromThousandths } from '#shared/base/amounts/money.ts'
import type { TaxedPart } from '#shared/base/amounts/taxes.ts'
import type { CreditableDto } from '#shared/money/invoices/credit.ts'
import { creditedInFull, type LeftLine, leftOfLines } from '#shared/money/invoices/lines/line-credit.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { itemsOf } from '../../ledger/queries/invoice-lines.ts'
import { amountDue, creditParts } from '../rules.ts'

/** What can still be credited of an invoice, by line. */
export async function getCreditable(ctx: AgencyCtx, input: { id: string }): Promise<CreditableDto> {
  const invoice = await selectFrom(ctx, 'invoices')
    .selectAll()
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', input.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const pricesIncludeTax = fromFlag(invoice.prices_include_tax)
  const lines = await linesLeft(ctx, input.id)
  const payment = await selectFrom(ctx, 'payments')
    .select(['id', 'method', 'amount', 'refunded'])
    .where('invoice_id', '=', input.id)
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', '=', 'succeeded')
    .orderBy((eb) => eb('amount', '-', eb.ref('refunded')), 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    currency: invoice.currency,
    prices_include_tax: pricesIncludeTax,
    left: lines.reduce((sum, line) => sum + line.leftNet + line.leftTax, 0),
    due: amountDue(invoice),
    lines: lines.map((line) => ({
      position: line.position,
      description: line.description,
      unit: line.unit,
      tax_bps: line.tax_bps,
      tax_name: line.tax_name,
      tax_category: line.tax_category,
      tax_note: line.tax_note,
      net: line.net,
      tax: line.tax,
      quantity: fromThousandths(line.quantity),
      left_quantity: fromThousandths(line.leftQuantity),
      left: pricesIncludeTax ? line.leftNet + line.leftTax : line.leftNet,
      left_net: line.leftNet,
      left_tax: line.leftTax,
    })),
    refundable:
      payment === undefined
        ? null
        : { payment_id: payment.id, left: payment.amount - payment.refunded, method: payment.method },
  }
}

/** An invoice's lines with what earlier credit notes have left. */
export async function linesLeft(ctx: Ctx, invoiceId: string): Promise<LeftLine[]> {
  const [invoiced, credited] = await Promise.all([itemsOf(ctx, [invoiceId]), creditedLines(ctx, invoiceId)])
  return leftOfLines(invoiced, credited)
}

/** The ids of the invoice's lines that are credited in full. */
export async function creditedLineIds(ctx: Ctx, invoiceId: string): Promise<string[]> {
  const [invoiced, credited] = await Promise.all([itemsOf(ctx, [invoiceId]), creditedLines(ctx, invoiceId)])
  const positions = new Set(creditedInFull(invoiced, credited))
  return invoiced.filter((line) => positions.has(line.position)).map((line) => line.id)
}

/** Splits the amount by tax rate, in proportion to what earlier credit notes have left. */
export async function partsOfAmount(ctx: Ctx, invoiceId: string, amount: number): Promise<TaxedPart[]> {
  const [invoiced, credited] = await Promise.all([itemsOf(ctx, [invoiceId]), creditedLines(ctx, invoiceId)])
  const parts = creditParts(invoiced, credited, amount)
  if (parts === null) {
    throw new AppError('BAD_REQUEST', 'A credit note can’t exceed the remaining amount of the invoice.')
  }
  return parts
}

/** The lines of the invoice's credit notes, oldest first. */
async function creditedLines(ctx: Ctx, invoiceId: string) {
  const notes = await selectFrom(ctx, 'invoices')
    .select(['id', 'number', 'created_at'])
    .where('credited_invoice_id', '=', invoiceId)
    .execute()
  if (notes.length === 0) return []
  const age = ({ created_at, number }: (typeof notes)[number]) =>
    `${created_at} ${(number ?? '').padStart(40, '0')}`
  const ids = notes.toSorted((a, b) => age(a).localeCompare(age(b))).map((note) => note.id)
  const lines = await itemsOf(ctx, ids)
  return ids.flatMap((id) => lines.filter((line) => line.invoice_id === id))
}
