import type { TaxedPart } from '#shared/base/amounts/taxes.ts'
import { creditLineParts, type LineCredit } from '#shared/money/invoices/lines/line-credit.ts'
import type { CreditLine } from '#shared/money/invoices/schemas/lines.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { InAgency, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../../base/db/values.ts'
import { postIncome } from '../../../ledger/commands/post-income.ts'
import { bookingDay } from '../../../ledger/queries/open-days.ts'
import { issueNumber } from '../../commands/issue-number.ts'
import { type MovedInvoice, moveInvoice } from '../../commands/move.ts'
import { releaseBilled, releaseLines } from '../../commands/release.ts'
import { insertInvoice } from '../../commands/save.ts'
import { baseTaxOf, inBase } from '../../queries/booking.ts'
import { accountOf } from '../../queries/credit-balance.ts'
import { creditedLineIds, linesLeft, partsOfAmount } from '../../queries/creditable.ts'
import { requireInvoiceIn } from '../../queries/require-open.ts'
import { returnGranted } from './grant-credit.ts'
import { keepSurplus } from './keep-surplus.ts'

/** What a credit note credits: shares of the invoice by tax rate, or parts of its lines. */
export type CreditPart = TaxedPart & Partial<Omit<LineCredit, keyof TaxedPart>>

/** Throws BAD_REQUEST if more is requested than earlier credit notes have left. */
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
    throw new AppError('BAD_REQUEST', 'A credit note can’t exceed the remaining amount of a line.')
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

/**
 * Creates the credit note, reduces the invoice and releases what is no longer billed; an excess becomes client credit.
 * Returns the note's id.
 */
export async function issueCreditNote(tx: Tx<InAgency>, invoiceId: string, credit: Credit): Promise<string> {
  const note = await writeCreditNote(tx, invoiceId, credit)
  await withdraw(tx, note)
  const kept = await keepSurplus(tx, invoiceId, note.moved, {
    kind: 'credit_note',
    description: `Kept as credit: ${note.number}`,
  })
  await bookCreditNote(tx, note, kept)
  return note.id
}

interface CreditNote {
  id: string
  number: string
  amount: number
  /** The invoice as it is now. */
  moved: MovedInvoice
}

/** Creates the credit note and reduces the invoice, whose work stays billed. */
export async function writeCreditNote(
  tx: Tx<InAgency>,
  invoiceId: string,
  credit: Credit,
): Promise<CreditNote> {
  const invoice = await requireInvoiceIn(tx, invoiceId, ['sent', 'overdue', 'paid'])
  const { parts } = credit
  const amount = totalOf(parts)
  const today = await bookingDay(tx, tx.reach.agencyId)
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
    { due: { on: today }, kind: 'credit_note', creditedId: invoiceId, createdBy: credit.createdBy },
  )
  const number = await issueNumber(tx, tx.reach.agencyId, 'credit_note')
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
      base_tax: await baseTaxOf(tx, invoice.base_currency, { ...invoice, id }),
      base_due: 0,
      // The same parties as on the credited invoice.
      parties: invoice.parties,
    })
    .where('id', '=', id)
    .execute()
  return { id, number, amount, moved: await moveInvoice(tx, invoiceId, { credited: amount }) }
}

/** Splits what was received again, over what the note has left of the invoice. */
export async function bookCreditNote(
  tx: Tx<InAgency>,
  { number, amount, moved }: CreditNote,
  kept: number,
): Promise<void> {
  const { id: invoiceId, client_id: clientId, currency } = moved
  await postIncome(tx, {
    agencyId: tx.reach.agencyId,
    amount: 0,
    currency,
    description: `Tax of ${moved.number} after ${number}`,
    clientId,
    invoiceId,
  })
  await record(tx, 'invoice.credited', {
    id: invoiceId,
    clientId,
    number: moved.number,
    amount,
    currency,
    creditNumber: number,
    kept,
    status: moved.status,
  })
}

/** Releases what the credit note has withdrawn of an invoice; a whole one also returns the granted credit it used. */
async function withdraw(tx: Tx, { moved: invoice, ...note }: CreditNote): Promise<void> {
  if (invoice.amount_credited < invoice.total) {
    await releaseLines(tx, await creditedLineIds(tx, invoice.id), { issued: true })
    return
  }
  await releaseBilled(tx, invoice.id, { issued: true })
  await returnGranted(tx, accountOf(invoice), {
    invoiceId: invoice.id,
    creditNoteId: note.id,
    description: `Granted credit returned: ${note.number}`,
  })
}
