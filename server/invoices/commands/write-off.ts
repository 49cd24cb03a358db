import type { z } from 'zod'
import type { writeOffInput } from '#shared/credit.ts'
import { dateInZone } from '#shared/dates.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { multiplyRatio } from '#shared/money.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { sumOf } from '../../db/dialect.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import { partsOfAmount } from '../queries/creditable.ts'
import { getInvoice } from '../queries/invoices.ts'
import { amountDue } from '../rules.ts'
import { baseDue } from './book.ts'
import { lockInvoiceFor, lockOpenInvoice, refuseWhilePaying } from './claim.ts'
import { type MovedInvoice, moveInvoice } from './move.ts'

/** Gives up what is still owed on an invoice: nothing is due on it any more, and nobody is reminded of it. */
export function writeOff(ctx: AgencyCtx, input: z.output<typeof writeOffInput>): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockOpenInvoice(tx, input.id)
    await refuseWhilePaying(tx, input.id)
    const today = dateInZone(tx.now, invoice.timezone)
    const day = input.written_off_on ?? today
    if (day > today) {
      const message = "The date can't be in the future."
      throw new AppError('BAD_REQUEST', message, { fields: { written_off_on: message } })
    }
    const due = amountDue(invoice)
    const parts = await partsOfAmount(tx, input.id, due)
    const tax = parts.reduce((sum, part) => sum + part.tax, 0)
    const inBase = baseDue(invoice.base_currency, invoice)
    const baseTax = inBase === null ? null : multiplyRatio(inBase, tax, due)
    const moved = await moveInvoice(tx, input.id, { writtenOff: due })
    await updateTable(tx, 'invoices')
      .set({ written_off_on: day, write_off_reason: input.reason })
      .where('id', '=', input.id)
      .execute()
    await postLoss(tx, input.id, moved, {
      net: { amount: due - tax, baseAmount: inBase === null || baseTax === null ? null : inBase - baseTax },
      tax: { amount: tax, baseAmount: baseTax },
      day,
    })
    await record(tx, 'invoice.written-off', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount: due,
      currency: invoice.currency,
      reason: input.reason,
    })
    return getInvoice(tx, input.id)
  })
}

/** What is written off is owed again. */
export function undoWriteOff(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockInvoiceFor(tx, input.id, ['sent', 'overdue', 'paid'])
    const amount = invoice.amount_written_off
    if (amount === 0) throw new AppError('CONFLICT', 'Nothing of this invoice is written off.')
    await recoverWrittenOff(tx, input.id, amount)
    await record(tx, 'invoice.write-off-undone', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount,
      currency: invoice.currency,
    })
    return getInvoice(tx, input.id)
  })
}

/** Takes so much of a write-off back, with its share of loss and tax: it came in after all, or is asked for again. */
export async function recoverWrittenOff(tx: Tx, invoiceId: string, amount: number): Promise<void> {
  const [net, tax] = await Promise.all([
    lossSoFar(tx, invoiceId, NET_CATEGORY),
    lossSoFar(tx, invoiceId, TAX_CATEGORY),
  ])
  const whole = net.amount + tax.amount
  const moved = await moveInvoice(tx, invoiceId, { writtenOff: -amount })
  const share = (part: number | null) => (part === null ? null : -multiplyRatio(part, amount, whole))
  const taxBack = -multiplyRatio(tax.amount, amount, whole)
  await postLoss(tx, invoiceId, moved, {
    net: { amount: -amount - taxBack, baseAmount: share(net.base) },
    tax: { amount: taxBack, baseAmount: share(tax.base) },
  })
}

const NET_CATEGORY = 'bad_debts'
const TAX_CATEGORY = 'tax_relief'

interface Part {
  amount: number
  baseAmount: number | null
}

/** The loss without its tax, and the tax that need not be paid, each a line of its own. */
async function postLoss(
  tx: Tx,
  invoiceId: string,
  invoice: MovedInvoice,
  loss: { net: Part; tax: Part; day?: string },
): Promise<void> {
  for (const [category, part] of [
    [NET_CATEGORY, loss.net],
    [TAX_CATEGORY, loss.tax],
  ] as const) {
    if (part.amount === 0) continue
    await postLedger(tx, {
      agencyId: invoice.agency_id,
      direction: 'write_off',
      category,
      ...part,
      currency: invoice.currency,
      description: `${part.amount > 0 ? 'Written off' : 'Write-off taken back'}: ${invoice.number}`,
      clientId: invoice.client_id,
      projectId: invoice.project_id,
      invoiceId,
      ...(loss.day !== undefined && { occurredOn: loss.day }),
    })
  }
}

async function lossSoFar(
  tx: Tx,
  invoiceId: string,
  category: string,
): Promise<{ amount: number; base: number | null }> {
  const row = await selectFrom(tx, 'ledger_entries')
    .select((eb) => [
      sumOf<number | null>(eb.ref('amount')).as('amount'),
      sumOf<number | null>(eb.ref('base_amount')).as('base'),
    ])
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'write_off')
    .where('category', '=', category)
    .executeTakeFirstOrThrow()
  return { amount: row.amount ?? 0, base: row.base }
}
