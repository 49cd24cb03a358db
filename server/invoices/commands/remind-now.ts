import { dateInZone } from '#shared/dates.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Services } from '../../trpc/context.ts'
import { getInvoice } from '../queries.ts'
import { dueWords, reminderRefusal } from '../rules.ts'
import { invoicesToRemindOf, mailReminder } from './remind.ts'
import { lockInvoice } from './settle.ts'

/** Mails the client of an open invoice a reminder at once; CONFLICT says why there is nothing to remind of. */
export function remindNow(
  services: Pick<Services, 'db' | 'config'>,
  scope: AgencyScope,
  input: { id: string },
): Promise<InvoiceDto> {
  return transact(services.db, async (trx) => {
    // Two clicks at once queue up here, and the second one finds the reminder of the first.
    await lockInvoice(trx, input.id)
    const invoice = await invoicesToRemindOf(trx)
      .where('invoices.agency_id', '=', scope.agencyId)
      .where('invoices.id', '=', input.id)
      .executeTakeFirst()
    if (invoice === undefined || invoice.client_email === null) throw notFound('This invoice')
    const refusal = reminderRefusal(invoice, await lastReminder(trx, input.id), scope.now)
    if (refusal !== null) throw new AppError('CONFLICT', refusal, { reason: 'not_reminded' })
    const { client_email } = invoice
    const now = toInstant(scope.now)
    await trx
      .insertInto('invoice_reminders')
      .values({ invoice_id: input.id, occasion: `by hand ${now}`, sent_at: now })
      .execute()
    const today = dateInZone(scope.now, invoice.timezone ?? 'UTC')
    await mailReminder(
      trx,
      services.config,
      scope.now,
      { ...invoice, client_email },
      dueWords(invoice.due_on, today),
    )
    await recordActivity(trx, scope, {
      action: 'invoice.reminded',
      subject: { type: 'invoice', id: input.id },
      summary: `${invoice.client_name} reminded of ${invoice.number}`,
      clientId: invoice.client_id,
      touches: ['invoices'],
    })
    return getInvoice(trx, scope, input.id)
  })
}

async function lastReminder(trx: Trx, invoiceId: string): Promise<string | null> {
  const { sent_at } = await trx
    .selectFrom('invoice_reminders')
    .select((eb) => eb.fn.max<string | null>('sent_at').as('sent_at'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return sent_at
}
