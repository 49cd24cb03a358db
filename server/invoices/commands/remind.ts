import { shiftDate } from '#shared/calendar.ts'
import { dateInZone } from '#shared/dates.ts'
import type { PayloadOf } from '#shared/events/table.ts'
import { owedBefore } from '#shared/instalments.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import type { MailOccasion } from '#shared/mail-texts.ts'
import type { AgencyCtx, Ctx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { notAutopaid } from '../queries/autopaid.ts'
import { dueNext, planOf } from '../queries/instalments.ts'
import { getInvoice } from '../queries/invoices.ts'
import { billingRecipients } from '../queries/recipients.ts'
import {
  invoicesToRemindOf,
  lastReminder,
  notProcessing,
  notRefunded,
  type RemindedInvoice,
} from '../queries/reminders.ts'
import { amountUnderWay } from '../queries/under-way.ts'
import { amountDue, dueWords, occasionOf, reminderFor, reminderRefusal } from '../rules.ts'
import { lockInvoice } from './claim.ts'
import { addPayLink } from './create-pay-link.ts'

/** E-mails the payers of open invoices before, on and after the due date, each occasion once. */
export async function remindOfInvoices(ctx: Ctx): Promise<number> {
  const open = await invoicesToRemindOf(ctx)
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('invoices.agency_id', 'is not', null)
    .where(notRefunded)
    .where(notAutopaid(ctx.now))
    .where(notProcessing)
    .where((eb) => eb(dueNext(eb), '<=', dateInZone(new Date(ctx.now.getTime() + 4 * 86_400_000), 'UTC')))
    .execute()
  let sent = 0
  for (const invoice of open) {
    const reminder = reminderFor(invoice.due_on, dateInZone(ctx.now, invoice.timezone ?? 'UTC'))
    const { client_id } = invoice
    if (reminder === null || client_id === null) continue
    sent += await transact(ctx, async (tx) => {
      const fresh = await insertInto(tx, 'invoice_reminders')
        .values({
          invoice_id: invoice.id,
          occasion: occasionOf(invoice.instalment_due_on, reminder.occasion),
          sent_at: toInstant(ctx.now),
        })
        .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doNothing())
        .returning('invoice_id')
        .executeTakeFirst()
      if (fresh === undefined) return 0
      const payload = await reminderOf(tx, { ...invoice, client_id }, reminder)
      await record(tx, 'invoice.reminder-due', payload)
      return 1
    })
  }
  return sent
}

/** E-mails the client of an open invoice a reminder at once; CONFLICT says why there is nothing to remind of. */
export function remindNow(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    // Two clicks at once queue up here, and the second one finds the reminder of the first.
    await lockInvoice(tx, input.id)
    const invoice = await invoicesToRemindOf(tx)
      .where('invoices.agency_id', '=', ctx.reach.agencyId)
      .where('invoices.id', '=', input.id)
      .executeTakeFirst()
    if (invoice?.client_id == null) throw notFound('This invoice')
    if ((await amountUnderWay(tx, input.id, 'processing')) > 0) throw new AppError('CONFLICT', PROCESSING)
    const refusal = reminderRefusal(invoice, await lastReminder(tx, input.id), ctx.now)
    if (refusal !== null) throw new AppError('CONFLICT', refusal, { reason: 'not_reminded' })
    const { client_id } = invoice
    const now = toInstant(ctx.now)
    await insertInto(tx, 'invoice_reminders')
      .values({ invoice_id: input.id, occasion: `by hand ${now}`, sent_at: now })
      .execute()
    const words = dueWords(invoice.due_on, today(tx, invoice))
    const occasion = { occasion: 'by_hand', words } as const
    await record(tx, 'invoice.reminded', await reminderOf(tx, { ...invoice, client_id }, occasion))
    return getInvoice(tx, input.id)
  })
}

const PROCESSING = 'A payment for this invoice is being processed. It can take a few days.'

/** Everything that is owed by the day it is about: of a plan, the instalments until then. */
async function owedNow(tx: Tx, invoice: RemindedInvoice): Promise<number> {
  if (invoice.instalment_due_on === null) return amountDue(invoice)
  return owedBefore(await planOf(tx, invoice), shiftDate(laterOf(invoice.due_on, today(tx, invoice)), 1))
}

const today = ({ now }: Tx, { timezone }: RemindedInvoice): string => dateInZone(now, timezone ?? 'UTC')

const laterOf = (one: string, other: string): string => (one < other ? other : one)

/** What the e-mail says, with a pay link of its own. */
const reminderOf = async (
  tx: Tx,
  invoice: RemindedInvoice & { client_id: string },
  { occasion, words }: { occasion: MailOccasion; words: string },
): Promise<PayloadOf<'invoice.reminded'>> => ({
  id: invoice.id,
  agencyId: invoice.agency_id,
  clientId: invoice.client_id,
  number: invoice.number ?? '',
  title: invoice.title,
  issuerName: invoice.issuer_name,
  clientName: invoice.client_name ?? '',
  mailTo: await billingRecipients(tx, invoice.client_id),
  currency: invoice.currency,
  dueOn: invoice.due_on,
  amountDue: await owedNow(tx, invoice),
  occasion,
  standing: words,
  payToken: await addPayLink(tx, invoice.id),
})
