import { dateInZone } from '#shared/base/dates.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { itemsTurn } from '../../../../base/core/work/queries.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { dueNext } from '../../queries/installments.ts'
import {
  invoicesToRemindOf,
  notProcessing,
  notRefunded,
  type RemindedInvoice,
} from '../../queries/reminders.ts'
import { invoiceItem, lateAfter, restartedOn } from '../../rules.ts'
import { notCollected } from '../../sending/queries/collectors.ts'

const BATCH = 500

/**
 * Marks sent invoices as overdue once their due date has passed in the agency's time zone. Returns how many.
 */
export async function markOverdueInvoices(ctx: Ctx): Promise<number> {
  const late = await invoicesToMark(ctx)
  return workThrough(ctx, { work: 'overdue-invoice', of: invoiceItem }, late, ({ id, agency_id }) =>
    transactIn(ctx, agency_id, async (tx) => {
      // An installment may have been paid since it was found.
      const [invoice] = await invoicesToMark(tx, id)
      if (invoice === undefined) return 0
      await updateTable(tx, 'invoices')
        .set({ status: 'overdue', updated_at: toInstant(ctx.now) })
        .where('id', '=', id)
        .execute()
      await record(tx, 'invoice.overdue', {
        id: invoice.id,
        agencyId: invoice.agency_id,
        clientId: invoice.client_id,
        name: invoice.number ?? invoice.title,
        instalment: invoice.instalment_due_on,
        restartedOn: restartedOn(invoice),
      })
      return 1
    }),
  )
}

async function invoicesToMark(ctx: Ctx, id?: string): Promise<RemindedInvoice[]> {
  const candidates = await whereSet(invoicesToRemindOf(ctx), 'invoices.id', id)
    .where('invoices.status', '=', 'sent')
    .where('agencies.suspended_at', 'is', null)
    .where(notRefunded)
    .where(notCollected(ctx, 'overdue'))
    .where(notProcessing)
    .where((eb) => eb(dueNext(eb), '<=', dateInZone(ctx.now, 'UTC')))
    .where(itemsTurn(ctx, 'overdue-invoice', 'invoices.id'))
    .orderBy(dueNext)
    .limit(BATCH)
    .execute()
  return candidates.filter((invoice) => lateAfter(invoice) < dateInZone(ctx.now, invoice.timezone ?? 'UTC'))
}
