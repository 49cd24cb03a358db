import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { creditNoteInput, InvoiceDto } from '#shared/invoices.ts'
import type { TaxedPart } from '#shared/taxes.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { correctTaxes } from '../../finance/commands/post-ledger.ts'
import { releaseBilledTime } from '../../timesheets/commands/claim.ts'
import { getInvoice } from '../queries/invoices.ts'
import { amountDue, creditParts } from '../rules.ts'
import { inBase } from './book.ts'
import { lockInvoiceFor, lockOpenInvoice, refuseWhilePaying } from './claim.ts'
import { moveInvoice } from './move.ts'
import { takeNumber } from './send.ts'
import { type InAgency, insertInvoice } from './write.ts'

/** Takes (part of) what is still owed back by a numbered credit note of its own. */
export function creditInvoice(ctx: AgencyCtx, input: z.output<typeof creditNoteInput>): Promise<InvoiceDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockOpenInvoice(tx, input.id)
    await refuseWhilePaying(tx, input.id)
    const due = amountDue(invoice)
    const amount = input.amount ?? due
    if (amount === 0 || amount > due) {
      throw new AppError('BAD_REQUEST', "A credit note can't exceed the amount still owed.")
    }
    const id = await issueCreditNote(tx, input.id, {
      amount,
      reason: input.reason,
      createdBy: ctx.actor.userId,
    })
    return getInvoice(tx, id)
  })
}

interface Credit {
  /** Minor units, tax included. */
  amount: number
  reason: string
  createdBy: string
}

/** Writes the credit note, with the tax that is in the amount, and takes it off the invoice; returns its id. */
export async function issueCreditNote(tx: Tx<InAgency>, invoiceId: string, credit: Credit): Promise<string> {
  const invoice = await lockInvoiceFor(tx, invoiceId, ['sent', 'overdue', 'paid'])
  const parts = await partsOf(tx, invoiceId, credit.amount)
  const today = dateInZone(tx.now, invoice.timezone)
  const id = await insertInvoice(
    tx,
    {
      client_id: invoice.client_id,
      project_id: invoice.project_id,
      title: `Credit for ${invoice.number}`,
      description: credit.reason,
      notes: null,
      currency: invoice.currency,
      discount: { type: 'none', value: 0 },
      prices_include_tax: false,
      purchase_order: invoice.purchase_order,
      items: parts.map(({ net, tax: _, ...taxed }) => ({
        ...taxed,
        description: credit.reason,
        quantity: 1,
        rate: net,
      })),
      totals: {
        lines: parts.map((part) => ({ amount: part.net, discount: 0, net: part.net, tax: part.tax })),
        subtotal: parts.reduce((sum, part) => sum + part.net, 0),
        discount: 0,
        tax: parts.reduce((sum, part) => sum + part.tax, 0),
        total: credit.amount,
      },
    },
    { dueOn: today, kind: 'credit_note', creditedId: invoiceId, createdBy: credit.createdBy },
  )
  const number = await takeNumber(tx, tx.reach.agencyId, 'credit_note')
  const now = toInstant(tx.now)
  await updateTable(tx, 'invoices')
    .set({
      number,
      status: 'paid',
      issued_on: today,
      sent_at: now,
      paid_at: now,
      booking_rate: invoice.booking_rate,
      booked_on: invoice.booked_on,
      rate_source: invoice.rate_source,
      base_total: inBase(invoice.base_currency, invoice, credit.amount),
      base_due: 0,
      // The parties of the invoice that it takes back.
      parties: invoice.parties,
    })
    .where('id', '=', id)
    .execute()
  const { amount_credited } = await moveInvoice(tx, invoiceId, { credited: credit.amount })
  await correctTaxes(tx, invoiceId, {
    agencyId: tx.reach.agencyId,
    currency: invoice.currency,
    description: `Tax of ${invoice.number} after ${number}`,
    clientId: invoice.client_id,
    projectId: invoice.project_id,
  })
  if (amount_credited === invoice.total) await releaseBilledTime(tx, invoiceId)
  await record(tx, 'invoice.credited', {
    id: invoiceId,
    clientId: invoice.client_id,
    number: invoice.number,
    amount: credit.amount,
    currency: invoice.currency,
    creditNumber: number,
  })
  return id
}

/** The amount by tax rate, in proportion to what earlier credit notes have left of the invoice. */
async function partsOf(tx: Tx, invoiceId: string, amount: number): Promise<TaxedPart[]> {
  const linesOf = (ids: string[]) =>
    selectFrom(tx, 'invoice_items')
      .select(['tax_bps', 'tax_name', 'tax_category', 'tax_note', 'net', 'tax'])
      .where('invoice_id', 'in', ids)
      .orderBy('position')
      .execute()
  const earlier = await selectFrom(tx, 'invoices')
    .select('id')
    .where('credited_invoice_id', '=', invoiceId)
    .execute()
  const credited = earlier.length === 0 ? [] : await linesOf(earlier.map((note) => note.id))
  const parts = creditParts(await linesOf([invoiceId]), credited, amount)
  if (parts === null) {
    throw new AppError('BAD_REQUEST', "A credit note can't exceed what is left of the invoice.")
  }
  return parts
}
