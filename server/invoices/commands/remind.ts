import { dateInZone } from '#shared/dates.ts'
import { formatCharged } from '#shared/money.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import { queueMail } from '../../mail/queue.ts'
import { notifyInvoiceOverdue } from '../../notifications/commands/about-money.ts'
import type { Services } from '../../trpc/context.ts'
import { amountDue, payLink, reminderFor } from '../rules.ts'
import { addPayLink } from './pay-link.ts'

type JobServices = Pick<Services, 'db' | 'config'>

const BATCH = 500

export type RemindedInvoice = Awaited<
  ReturnType<ReturnType<typeof invoicesToRemindOf>['executeTakeFirstOrThrow']>
>

/** Invoices with what a reminder says of them, and to whom. */
export const invoicesToRemindOf = (db: Services['db']) =>
  db
    .selectFrom('invoices')
    .leftJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .select([
      'invoices.id',
      'invoices.agency_id',
      'invoices.client_id',
      'invoices.number',
      'invoices.title',
      'invoices.issuer_name',
      'invoices.status',
      'invoices.due_on',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'agencies.timezone',
      'clients.name as client_name',
      'clients.email as client_email',
    ])
    .where('invoices.kind', '=', 'invoice')

/** Marks sent invoices whose due date has passed where their agency is. Returns how many. */
export async function markOverdueInvoices({ db }: JobServices, now: Date): Promise<number> {
  const candidates = await invoicesToRemindOf(db)
    .where('invoices.status', '=', 'sent')
    .where('invoices.due_on', '<=', dateInZone(now, 'UTC'))
    .orderBy('invoices.due_on')
    .limit(BATCH)
    .execute()
  const late = candidates.filter((invoice) => invoice.due_on < dateInZone(now, invoice.timezone ?? 'UTC'))
  let marked = 0
  for (const invoice of late) {
    marked += await transact(db, async (trx) => {
      const moved = await trx
        .updateTable('invoices')
        .set({ status: 'overdue', updated_at: toInstant(now) })
        .where('id', '=', invoice.id)
        .where('status', '=', 'sent')
        .returning('id')
        .executeTakeFirst()
      if (moved === undefined) return 0
      await notifyInvoiceOverdue(trx, now, { ...invoice, name: invoice.number ?? invoice.title })
      await publishChange(
        trx,
        { agencyId: invoice.agency_id, now },
        { domains: ['invoices', 'clients', 'finance', 'dashboard'], clientId: invoice.client_id },
      )
      return 1
    })
  }
  return marked
}

/** Mails the payers of open invoices before, on and after the due date, each occasion once. */
export async function remindOfInvoices(services: JobServices, now: Date): Promise<number> {
  const open = await invoicesToRemindOf(services.db)
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('invoices.agency_id', 'is not', null)
    .where('invoices.due_on', '<=', dateInZone(new Date(now.getTime() + 4 * 86_400_000), 'UTC'))
    .execute()
  let sent = 0
  for (const invoice of open) {
    const reminder = reminderFor(invoice.due_on, dateInZone(now, invoice.timezone ?? 'UTC'))
    if (reminder === null || invoice.client_email === null) continue
    const recipient = invoice.client_email
    sent += await transact(services.db, async (trx) => {
      const fresh = await trx
        .insertInto('invoice_reminders')
        .values({ invoice_id: invoice.id, occasion: reminder.occasion, sent_at: toInstant(now) })
        .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doNothing())
        .returning('invoice_id')
        .executeTakeFirst()
      if (fresh === undefined) return 0
      await mailReminder(trx, services.config, now, { ...invoice, client_email: recipient }, reminder.words)
      await publishChange(trx, { agencyId: invoice.agency_id, now }, { domains: ['invoices'] })
      return 1
    })
  }
  return sent
}

/** Puts the mail into the outbox, with the invoice as a PDF and a pay link of its own. */
export async function mailReminder(
  trx: Trx,
  config: Services['config'],
  now: Date,
  invoice: RemindedInvoice & { client_email: string },
  words: string,
): Promise<void> {
  await queueMail(trx, config.appName, now, {
    recipient: invoice.client_email,
    subject: `Invoice ${invoice.number} ${words}`,
    greeting: `Hello ${invoice.client_name},`,
    paragraphs: [
      `Invoice ${invoice.number} (“${invoice.title}”) from ${invoice.issuer_name} ${words}.`,
      `${formatCharged(amountDue(invoice), invoice.currency)} are open; the due date is ${invoice.due_on}.`,
    ],
    button: {
      label: 'View and pay',
      url: payLink(config.publicUrl, await addPayLink(trx, invoice.id, now)),
    },
    attachments: [{ document: 'invoice', documentId: invoice.id }],
  })
}
