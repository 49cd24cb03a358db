import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { creditNoteInput, InvoiceDto } from '#shared/invoices.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { releaseBilledTime } from '../../timesheets/commands/claim.ts'
import { getInvoice } from '../queries/invoices.ts'
import { amountDue } from '../rules.ts'
import { inBase } from './book.ts'
import { lockOpenInvoice, refuseWhilePaying } from './claim.ts'
import { moveInvoice } from './move.ts'
import { takeNumber } from './send.ts'
import { insertInvoice } from './write.ts'

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
    const today = dateInZone(ctx.now, invoice.timezone)
    const id = await insertInvoice(
      tx,
      {
        client_id: invoice.client_id,
        project_id: invoice.project_id,
        title: `Credit for ${invoice.number}`,
        description: input.reason,
        notes: null,
        currency: invoice.currency,
        discount: { type: 'none', value: 0 },
        items: [{ description: input.reason, quantity: 1, rate: amount, tax_bps: 0 }],
      },
      { dueOn: today, kind: 'credit_note', creditedId: input.id, createdBy: ctx.actor.userId },
    )
    const number = await takeNumber(tx, ctx.reach.agencyId, 'credit_note')
    const now = toInstant(ctx.now)
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
        base_total: await inBase(tx, invoice, amount),
        base_due: 0,
      })
      .where('id', '=', id)
      .execute()
    await moveInvoice(tx, input.id, { credited: amount })
    if (invoice.amount_credited + amount === invoice.total) await releaseBilledTime(tx, input.id)
    await record(tx, 'invoice.credited', {
      id: input.id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount,
      currency: invoice.currency,
      creditNumber: number,
    })
    return getInvoice(tx, id)
  })
}
