import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { MailOccasion } from '#shared/identity/letterhead/mail-texts.ts'
import { owedBefore } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import { AppError, notFound, present } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { deleteFrom, insertInto } from '../../../../base/core/rows/rows.ts'
import { transact, transactIn } from '../../../../base/core/transaction.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { requireConfirmedEmail } from '../../../../identity/auth/accounts/queries/confirmed-email.ts'
import { dueNext, planOf } from '../../queries/installments.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { amountUnderWay } from '../../queries/pending-payments.ts'
import {
  invoicesToRemindOf,
  lastReminder,
  notProcessing,
  notRefunded,
  type RemindedInvoice,
  remindersSent,
} from '../../queries/reminders.ts'
import {
  amountDue,
  dueWords,
  invoiceItem,
  isTimeToRemind,
  reminderFor,
  reminderKey,
  reminderRefusal,
} from '../../rules.ts'
import { notCollected } from '../queries/collectors.ts'
import { billingRecipients } from '../queries/recipients.ts'
import { addPayLink } from './create-pay-link.ts'

/** What a reminder says of its invoice. */
export interface NamedInReminder {
  occasion: MailOccasion
  standing: string
  amount: number
}

/** Mails reminders to payers of open invoices before, on, and after the due date, each once. */
export async function remindOfInvoices(ctx: Ctx): Promise<number> {
  const due = await dueReminders(ctx)
  return workThrough(ctx, { work: 'invoice-reminder', of: invoiceItem }, due, ({ id, agency_id }) =>
    transactIn(ctx, agency_id, async (tx) => {
      // It may have been paid since it was found.
      const [invoice] = await dueReminders(tx, id)
      if (invoice === undefined) return 0
      const { reminder } = invoice
      const fresh = await insertInto(tx, 'invoice_reminders')
        .values({
          invoice_id: invoice.id,
          occasion: reminderKey(invoice, reminder),
          sent_at: toInstant(ctx.now),
        })
        .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doNothing())
        .returning('invoice_id')
        .executeTakeFirst()
      if (fresh === undefined) return 0
      const payload = await reminderOf(tx, invoice, reminder)
      await record(tx, 'invoice.reminder-due', payload)
      return 1
    }),
  )
}

/** The reminders to be mailed today, of one invoice or all. */
async function dueReminders(ctx: Ctx, id?: string) {
  const open = await whereSet(invoicesToRemindOf(ctx), 'invoices.id', id)
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('invoices.agency_id', 'is not', null)
    .where('agencies.suspended_at', 'is', null)
    .where(notRefunded)
    .where(notCollected(ctx, 'reminders'))
    .where(notProcessing)
    .where((eb) => eb(dueNext(eb), '<=', dateInZone(new Date(ctx.now.getTime() + 4 * 86_400_000), 'UTC')))
    .execute()
  const sent = await remindersSent(ctx, id)
  return open.flatMap((invoice) => {
    const timezone = invoice.timezone ?? 'UTC'
    const reminder = reminderFor(invoice, dateInZone(ctx.now, timezone))
    const { client_id } = invoice
    if (reminder === null || client_id === null || !isTimeToRemind(ctx.now, timezone)) return []
    if (sent.get(invoice.id)?.has(reminderKey(invoice, reminder))) return []
    return [{ ...invoice, client_id, reminder }]
  })
}

/**
 * Mails the client a reminder, delayed by some seconds in which it can be undone; throws CONFLICT with the
 * reason if none can be sent.
 */
export async function remindNow(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  await requireConfirmedEmail(ctx)
  return transact(ctx, async (tx) => {
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
      .values({ invoice_id: input.id, occasion: manualKey(now), sent_at: now })
      .execute()
    const heldFor = heldReminder(input.id, now)
    await record(tx, 'invoice.reminded', {
      ...(await reminderOf(tx, { ...invoice, client_id }, byHand(tx, invoice))),
      heldFor,
    })
    return getInvoice(tx, input.id)
  })
}

/**
 * Undoes the latest manual reminder, whose pay link hasn't been sent yet; throws CONFLICT once its mail has
 * been sent.
 */
export function undoReminder(ctx: AgencyCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await invoicesToRemindOf(tx)
      .where('invoices.agency_id', '=', ctx.reach.agencyId)
      .where('invoices.id', '=', input.id)
      .executeTakeFirst()
    if (invoice === undefined) throw notFound('This invoice')
    const sentAt = await lastReminder(tx, input.id)
    const undone = await deleteFrom(tx, 'invoice_reminders')
      .where('invoice_id', '=', input.id)
      .where('occasion', '=', manualKey(sentAt ?? ''))
      .executeTakeFirst()
    if (sentAt === null || undone.numDeletedRows === 0n) {
      throw new AppError('CONFLICT', 'There is no reminder to undo.', { reason: 'not_reminded' })
    }
    await record(tx, 'invoice.reminder-undone', {
      id: invoice.id,
      agencyId: invoice.agency_id,
      clientId: invoice.client_id,
      number: present(invoice.number, 'The number of a sent invoice'),
      clientName: invoice.client_name ?? '',
      heldFor: heldReminder(input.id, sentAt),
    })
    return getInvoice(tx, input.id)
  })
}

/** The current content of a delayed reminder; null if what it states still holds. */
export async function renewedReminder(
  tx: Tx,
  id: string,
  { occasion, standing, amount }: NamedInReminder,
): Promise<PayloadOf<'invoice.reminded'> | null> {
  const invoice = await invoicesToRemindOf(tx).where('invoices.id', '=', id).executeTakeFirstOrThrow()
  const { client_id } = invoice
  const planned = occasion === 'by_hand' ? null : reminderFor(invoice, today(tx, invoice))
  const present = planned ?? byHand(tx, invoice)
  const holds = present.words === standing && (await owedNow(tx, invoice)) === amount
  return holds || client_id === null ? null : reminderOf(tx, { ...invoice, client_id }, present)
}

const byHand = (tx: Tx, invoice: RemindedInvoice) =>
  ({ occasion: 'by_hand', words: dueWords(invoice.due_on, today(tx, invoice)) }) as const

const manualKey = (sentAt: string): string => `by hand ${sentAt}`
const heldReminder = (invoiceId: string, sentAt: string): string => `reminder ${invoiceId} ${sentAt}`

const PROCESSING = 'A payment for this invoice is being processed. It can take a few days.'

/** Everything due by the reminder's date: for a plan, the installments until then. */
async function owedNow(tx: Tx, invoice: RemindedInvoice): Promise<number> {
  if (invoice.instalment_due_on === null) return amountDue(invoice)
  return owedBefore(await planOf(tx, invoice), shiftDate(laterOf(invoice.due_on, today(tx, invoice)), 1))
}

const today = ({ now }: Tx, { timezone }: RemindedInvoice): string => dateInZone(now, timezone ?? 'UTC')

const laterOf = (one: string, other: string): string => (one < other ? other : one)

/** The mail's content, with its own pay link. */
const reminderOf = async (
  tx: Tx,
  invoice: RemindedInvoice & { client_id: string },
  { occasion, words }: { occasion: MailOccasion; words: string },
): Promise<PayloadOf<'invoice.reminded'>> => ({
  id: invoice.id,
  agencyId: invoice.agency_id,
  clientId: invoice.client_id,
  number: present(invoice.number, 'The number of a sent invoice'),
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
