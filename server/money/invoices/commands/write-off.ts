import type { z } from 'zod'
import { allocate, multiplyRatio } from '#shared/base/amounts/money.ts'
import type { TaxedPart } from '#shared/base/amounts/taxes.ts'
import { formatDate } from '#shared/base/format.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { writeOffInput } from '#shared/money/invoices/schemas/credit.ts'
import { addUp, type SplitPart, UNTAXED } from '#shared/money/ledger/taxes/tax-split.ts'
import { AppError, fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { toInstant } from '../../../base/db/values.ts'
import { postLedger } from '../../ledger/commands/post-ledger.ts'
import { reverseEntry } from '../../ledger/commands/reverse-entry.ts'
import {
  type Books,
  bookedAt,
  bookingDay,
  booksToday,
  openDay,
  requireConfirmed,
  requireOpenDay,
} from '../../ledger/queries/open-days.ts'
import { baseDue } from '../queries/booking.ts'
import { partsOfAmount } from '../queries/creditable.ts'
import { getInvoice } from '../queries/invoices.ts'
import { refuseWhilePaying, requireInvoiceIn, requireOpenInvoice } from '../queries/require-open.ts'
import { amountDue } from '../rules.ts'
import { type MovedInvoice, moveInvoice } from './move.ts'

/** Writes off the amount due on an invoice, so that nothing is due and no reminders are sent. */
export function writeOff(ctx: AgencyCtx, input: z.output<typeof writeOffInput>): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await requireOpenInvoice(tx, input.id)
    await refuseWhilePaying(tx, input.id)
    const today = await bookingDay(tx, tx.reach.agencyId)
    const day = input.written_off_on ?? today
    if (day > today) {
      const message = 'The date can’t be in the future.'
      throw fieldError('written_off_on', message)
    }
    await requireOpenDay(tx, tx.reach.agencyId, {
      day,
      field: 'written_off_on',
      instead: 'Write it off on a later day.',
      confirmed: input.confirm_period,
    })
    const { number, issued_on } = invoice
    if (issued_on !== null && day < issued_on) {
      const message = `${number} was issued on ${formatDate(issued_on)}: the loss can’t be earlier.`
      throw fieldError('written_off_on', message)
    }
    const due = amountDue(invoice)
    const parts = await partsOfLoss(tx, { ...invoice, id: input.id }, due)
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
      parts,
      day,
    })
    await record(tx, 'invoice.written-off', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount: due,
      currency: invoice.currency,
      reason: input.reason,
      status: moved.status,
    })
    return getInvoice(tx, input.id)
  })
}

/** A refund can make more due than credit notes have left of the invoice; that was booked without tax. */
async function partsOfLoss(
  tx: Tx,
  { id, total, amount_credited }: Pick<MovedInvoice, 'id' | 'total' | 'amount_credited'>,
  due: number,
): Promise<TaxedPart[]> {
  const taxed = Math.min(due, total - amount_credited)
  const parts = await partsOfAmount(tx, id, taxed)
  return due === taxed ? parts : [...parts, { ...UNTAXED, net: due - taxed, tax: 0 }]
}

/** Reverses a write-off; the amount is due again. */
export function undoWriteOff(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await requireInvoiceIn(tx, input.id, ['sent', 'overdue', 'paid'])
    const amount = invoice.amount_written_off
    if (amount === 0) throw new AppError('CONFLICT', 'No part of this invoice is written off.')
    const { status } = await recoverWrittenOff(tx, input.id, amount)
    // Nothing counts as lost now, so refunds make due again what earlier payments recovered.
    await updateTable(tx, 'payments').set({ recovered: 0 }).where('invoice_id', '=', input.id).execute()
    await record(tx, 'invoice.write-off-undone', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount,
      currency: invoice.currency,
      status,
    })
    return getInvoice(tx, input.id)
  })
}

/** Reverses part of a write-off, with its share of loss and tax, because it was paid or is due again. */
export async function recoverWrittenOff(tx: Books, invoiceId: string, amount: number): Promise<MovedInvoice> {
  const [net, tax, parts] = await Promise.all([
    lossSoFar(tx, invoiceId, NET_CATEGORY),
    lossSoFar(tx, invoiceId, TAX_CATEGORY),
    partsSoFar(tx, invoiceId),
  ])
  const at = toInstant(bookedAt(tx))
  return moveLoss(tx, invoiceId, { amount: -amount, at, loss: { net, tax, parts } })
}

/** Reverses everything that was written off, on the days on which it was, because there is no sale on them anymore. */
export async function reverseLosses(
  tx: Tx<AgencyCtx>,
  { id, confirm_period }: { id: string; confirm_period?: boolean | undefined },
): Promise<void> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .selectAll()
    .where('invoice_id', '=', id)
    .where('direction', '=', 'write_off')
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  for (const entry of entries) {
    // Earlier versions accepted days before the invoice, of which nobody has been asked yet.
    const booked = await openDay(tx, tx.reach.agencyId, entry.occurred_on)
    if (booked.state === 'locked') requireConfirmed(booked.until, confirm_period)
    await reverseEntry(tx, entry)
  }
  await moveInvoice(tx, id, { writtenOff: -entries.reduce((sum, { amount }) => sum + amount, 0) })
}

/** Writes off again what a payment had recovered, as it was written off before, because it was refunded. */
export async function loseAgain(tx: Books, invoiceId: string, amount: number): Promise<void> {
  const [net, tax, parts] = await Promise.all([
    lossSoFar(tx, invoiceId, NET_CATEGORY, 'posted'),
    lossSoFar(tx, invoiceId, TAX_CATEGORY, 'posted'),
    partsSoFar(tx, invoiceId, 'posted'),
  ])
  await moveLoss(tx, invoiceId, { amount, lostAgain: true, loss: { net, tax, parts } })
}

interface MovedLoss {
  /** Negative if it is recovered. */
  amount: number
  lostAgain?: boolean
  at?: string
  /** The loss of which it is a share. */
  loss: Record<'net' | 'tax', { amount: number; base: number | null }> & { parts: SplitPart[] }
}

async function moveLoss(
  tx: Books,
  invoiceId: string,
  { amount, lostAgain, at, loss: { net, tax, parts } }: MovedLoss,
): Promise<MovedInvoice> {
  const whole = net.amount + tax.amount
  const moved = await moveInvoice(tx, invoiceId, { writtenOff: amount, lostAgain, at })
  const share = (part: number) => Math.sign(amount) * multiplyRatio(part, Math.abs(amount), whole)
  const inBase = (part: number | null) => (part === null ? null : share(part))
  await postLoss(tx, invoiceId, moved, {
    net: { amount: amount - share(tax.amount), baseAmount: inBase(net.base) },
    tax: { amount: share(tax.amount), baseAmount: inBase(tax.base) },
    parts,
    ...(await dayOfLossIfLater(tx, moved)),
  })
  return moved
}

/** A payment can have arrived before the loss was booked, which can't be reversed earlier. */
async function dayOfLossIfLater(tx: Books, { id, agency_id }: MovedInvoice): Promise<{ day?: string }> {
  const { written_off_on: day } = await selectFrom(tx, 'invoices')
    .select('written_off_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return day !== null && day > (await booksToday(tx, agency_id)) ? { day } : {}
}

const NET_CATEGORY = 'bad_debts'
const TAX_CATEGORY = 'tax_relief'

interface Part {
  amount: number
  baseAmount: number | null
}

interface Loss {
  net: Part
  tax: Part
  /** The rates over which both are spread; none if earlier versions posted the loss without them. */
  parts: readonly TaxedPart[]
  day?: string
}

/** Posts the loss without tax, and the tax that is no longer owed, as separate entries, each by tax rate. */
async function postLoss(tx: Tx, invoiceId: string, invoice: MovedInvoice, loss: Loss): Promise<void> {
  for (const [category, column, part] of [
    [NET_CATEGORY, 'net', loss.net],
    [TAX_CATEGORY, 'tax', loss.tax],
  ] as const) {
    if (part.amount === 0) continue
    await postLedger(tx, {
      agencyId: invoice.agency_id,
      direction: 'write_off',
      category,
      ...part,
      currency: invoice.currency,
      description: `${part.amount > 0 ? 'Written off' : 'Write-off undone'}: ${invoice.number}`,
      split: spread(part, loss.parts, column),
      clientId: invoice.client_id,
      projectId: invoice.project_id,
      invoiceId,
      ...(loss.day !== undefined && { occurredOn: loss.day }),
    })
  }
}

function spread(
  { amount, baseAmount }: Part,
  parts: readonly TaxedPart[],
  column: 'net' | 'tax',
): SplitPart[] {
  const weights = parts.map((part) => part[column])
  const [shares, inBase] = [allocate(amount, weights), allocate(baseAmount ?? 0, weights)]
  const none = baseAmount === null ? null : 0
  return parts.flatMap((part, index) => {
    if (shares[index] === 0 && inBase[index] === 0) return []
    const zero = { ...part, net: 0, tax: 0, base_net: none, base_tax: none }
    const base = baseAmount === null ? null : (inBase[index] ?? 0)
    return [{ ...zero, [column]: shares[index], [`base_${column}`]: base }]
  })
}

/** Only what was written off, or what is left of it after recoveries. */
type Losses = 'posted' | 'left'

const partsSoFar = async (tx: Tx, invoiceId: string, which: Losses = 'left'): Promise<SplitPart[]> =>
  addUp(
    await selectFrom(tx, 'ledger_taxes')
      .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
      .select(['tax_bps', 'tax_name', 'tax_category', 'tax_note', 'ledger_taxes.net'])
      .select(['ledger_taxes.tax', 'ledger_taxes.base_net', 'ledger_taxes.base_tax'])
      .where('ledger_entries.invoice_id', '=', invoiceId)
      .where('ledger_entries.direction', '=', 'write_off')
      .$if(which === 'posted', (query) => query.where('ledger_entries.amount', '>', 0))
      .orderBy('ledger_entries.occurred_at')
      .orderBy('ledger_entries.id')
      .orderBy('ledger_taxes.position')
      .execute(),
  )

async function lossSoFar(
  tx: Tx,
  invoiceId: string,
  category: string,
  which: Losses = 'left',
): Promise<{ amount: number; base: number | null }> {
  const row = await selectFrom(tx, 'ledger_entries')
    .select((eb) => [
      sumOf<number | null>(eb.ref('amount')).as('amount'),
      sumOf<number | null>(eb.ref('base_amount')).as('base'),
    ])
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'write_off')
    .where('category', '=', category)
    .$if(which === 'posted', (query) => query.where('amount', '>', 0))
    .executeTakeFirstOrThrow()
  return { amount: row.amount ?? 0, base: row.base }
}
