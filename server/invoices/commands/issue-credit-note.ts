import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { CreditLine, creditNoteInput, InvoiceDocumentDto } from '#shared/invoices.ts'
import { creditLineParts, type LineCredit } from '#shared/line-credit.ts'
import type { TaxedPart } from '#shared/taxes.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { fromFlag, toInstant } from '../../db/values.ts'
import { correctTaxes } from '../../finance/commands/post-ledger.ts'
import { linesLeft, partsOfAmount } from '../queries/creditable.ts'
import { getInvoice } from '../queries/invoices.ts'
import { amountDue } from '../rules.ts'
import { inBase } from './book.ts'
import { lockInvoiceFor, refuseWhilePaying } from './claim.ts'
import { keepSurplus } from './keep-surplus.ts'
import { moveInvoice } from './move.ts'
import { releaseBilled } from './release.ts'
import { takeNumber } from './send.ts'
import { type InAgency, insertInvoice } from './write.ts'

/**
 * Takes (part of) an invoice back by a numbered credit note of its own: an amount of what is still owed, or chosen
 * lines. What was paid already becomes the client's credit where that is asked for.
 */
export function creditInvoice(
  ctx: AgencyCtx,
  input: z.output<typeof creditNoteInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await lockInvoiceFor(tx, input.id, ['sent', 'overdue', 'paid'])
    await refuseWhilePaying(tx, input.id)
    const due = amountDue(invoice)
    const requireOwed = (amount: number) => {
      if (amount > 0 && (amount <= due || input.keep_as_credit)) return
      throw new AppError('BAD_REQUEST', "A credit note can't exceed the amount still owed.")
    }
    const { amount = due, lines } = input
    if (lines === undefined) requireOwed(amount)
    const parts = await chosenParts(tx, input.id, { amount, lines })
    requireOwed(totalOf(parts))
    const id = await issueCreditNote(tx, input.id, {
      parts,
      reason: input.reason,
      createdBy: ctx.actor.userId,
    })
    return getInvoice(tx, id)
  })
}

/** What a credit note takes back: shares of the invoice by rate, or parts of its lines. */
export type CreditPart = TaxedPart & Partial<Omit<LineCredit, keyof TaxedPart>>

/** BAD_REQUEST where more is asked for than earlier notes have left. */
export async function chosenParts(
  tx: Tx,
  invoiceId: string,
  choice: { amount: number; lines?: readonly CreditLine[] | undefined },
): Promise<CreditPart[]> {
  if (choice.lines === undefined) return partsOfAmount(tx, invoiceId, choice.amount)
  const { prices_include_tax } = await selectFrom(tx, 'invoices')
    .select('prices_include_tax')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const parts = creditLineParts(await linesLeft(tx, invoiceId), choice.lines, {
    pricesIncludeTax: fromFlag(prices_include_tax),
  })
  if (parts === null) {
    throw new AppError('BAD_REQUEST', "A credit note can't exceed what is left of a line.")
  }
  return parts
}

export const totalOf = (parts: readonly TaxedPart[]): number =>
  parts.reduce((sum, part) => sum + part.net + part.tax, 0)

interface Credit {
  parts: readonly CreditPart[]
  reason: string
  createdBy: string
}

/** Writes the credit note and takes it off the invoice; what exceeds it is kept as credit. Returns the note's id. */
export async function issueCreditNote(tx: Tx<InAgency>, invoiceId: string, credit: Credit): Promise<string> {
  const invoice = await lockInvoiceFor(tx, invoiceId, ['sent', 'overdue', 'paid'])
  const { parts } = credit
  const amount = totalOf(parts)
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
      items: parts.map(({ net, tax: _, ...part }) => ({
        description: credit.reason,
        ...part,
        quantity: 1,
        rate: net,
      })),
      totals: {
        lines: parts.map((part) => ({ amount: part.net, discount: 0, net: part.net, tax: part.tax })),
        subtotal: parts.reduce((sum, part) => sum + part.net, 0),
        discount: 0,
        tax: parts.reduce((sum, part) => sum + part.tax, 0),
        total: amount,
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
      base_total: inBase(invoice.base_currency, invoice, amount),
      base_due: 0,
      // The parties of the invoice that it takes back.
      parties: invoice.parties,
    })
    .where('id', '=', id)
    .execute()
  const moved = await moveInvoice(tx, invoiceId, { credited: amount })
  if (moved.amount_credited === invoice.total) await releaseBilled(tx, invoiceId)
  const kept = await keepSurplus(tx, invoiceId, moved, {
    kind: 'credit_note',
    description: `Kept as credit: ${number}`,
  })
  await correctTaxes(tx, invoiceId, {
    agencyId: tx.reach.agencyId,
    currency: invoice.currency,
    description: `Tax of ${invoice.number} after ${number}`,
    clientId: invoice.client_id,
    projectId: invoice.project_id,
  })
  await record(tx, 'invoice.credited', {
    id: invoiceId,
    clientId: invoice.client_id,
    number: invoice.number,
    amount,
    currency: invoice.currency,
    creditNumber: number,
    kept,
  })
  return id
}
