import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { creditNoteInput, InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { releaseBilledTime } from '../../timesheets/commands/billing.ts'
import { getInvoice } from '../queries.ts'
import { amountDue } from '../rules.ts'
import { insertInvoice } from './save.ts'
import { takeNumber } from './send.ts'
import { lockInvoice, moveInvoice } from './settle.ts'

const TOUCHES = ['invoices', 'clients', 'finance', 'payments']

/** Withdraws a sent invoice on which nothing was paid; it keeps its number. */
export function voidInvoice(db: Db, scope: AgencyScope, input: { id: string }): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    const invoice = await sentInvoice(trx, scope, input.id)
    if (invoice.amount_paid > 0) {
      throw new AppError('CONFLICT', 'Money was paid on this invoice. Write a credit note or refund it.')
    }
    await refuseWhilePaying(trx, input.id)
    const voided = await trx
      .updateTable('invoices')
      .set({
        status: 'void',
        voided_at: toInstant(scope.now),
        version: invoice.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('id', '=', input.id)
      .where('version', '=', invoice.version)
      .returning('id')
      .executeTakeFirst()
    await releaseBilledTime(trx, scope, input.id)
    if (voided === undefined) throw new AppError('CONFLICT', 'This invoice has just changed. Reload it.')
    await recordActivity(trx, scope, {
      action: 'invoice.voided',
      subject: { type: 'invoice', id: input.id },
      summary: `${invoice.number} voided`,
      clientId: invoice.client_id,
      touches: TOUCHES,
    })
    return getInvoice(trx, scope, input.id)
  })
}

/** Takes (part of) what is still owed back by a numbered credit note of its own. */
export function creditInvoice(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof creditNoteInput>,
): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    const invoice = await sentInvoice(trx, scope, input.id)
    await refuseWhilePaying(trx, input.id)
    const due = amountDue(invoice)
    const amount = input.amount ?? due
    if (amount === 0 || amount > due) {
      throw new AppError('BAD_REQUEST', 'A credit note cannot be over more than what is still owed.')
    }
    const today = dateInZone(scope.now, invoice.timezone)
    const id = await insertInvoice(
      trx,
      scope,
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
      { dueOn: today, kind: 'credit_note', creditedId: input.id },
    )
    const number = await takeNumber(trx, scope.agencyId, 'credit_note')
    const now = toInstant(scope.now)
    await trx
      .updateTable('invoices')
      .set({ number, status: 'paid', issued_on: today, sent_at: now, paid_at: now })
      .where('id', '=', id)
      .execute()
    await moveInvoice(trx, scope.now, input.id, { credited: amount })
    if (amount === invoice.total) await releaseBilledTime(trx, scope, input.id)
    await recordActivity(trx, scope, {
      action: 'invoice.credited',
      subject: { type: 'invoice', id: input.id },
      summary: `${formatCharged(amount, invoice.currency)} of ${invoice.number} credited (${number})`,
      clientId: invoice.client_id,
      touches: TOUCHES,
    })
    return getInvoice(trx, scope, id)
  })
}

async function sentInvoice(trx: Trx, scope: AgencyScope, id: string) {
  await lockInvoice(trx, id)
  const invoice = await trx
    .selectFrom('invoices')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.version',
      'invoices.number',
      'invoices.client_id',
      'invoices.project_id',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'agencies.timezone',
    ])
    .where('invoices.agency_id', '=', scope.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice?.client_id == null) throw notFound('This invoice')
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'Only a sent invoice that is still open can be changed this way.')
  }
  return { ...invoice, client_id: invoice.client_id }
}

async function refuseWhilePaying(trx: Trx, invoiceId: string): Promise<void> {
  const open = await trx
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (open !== undefined) {
    throw new AppError('CONFLICT', 'A payment for this invoice is under way. Wait until it has ended.')
  }
}
