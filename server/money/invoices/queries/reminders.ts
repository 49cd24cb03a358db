import type { ExpressionBuilder } from 'kysely'
import { dateInZone } from '#shared/base/dates.ts'
import type { MailOccasion } from '#shared/identity/letterhead/mail-texts.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { amountDue, reminderFor } from '../rules.ts'
import { dueNext } from './installments.ts'

export type RemindedInvoice = Awaited<
  ReturnType<ReturnType<typeof invoicesToRemindOf>['executeTakeFirstOrThrow']>
>

/** Invoices with the content and recipients of their reminders. */
export const invoicesToRemindOf = (ctx: Ctx) =>
  selectFrom(ctx, 'invoices')
    .leftJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .select((eb) => [
      'invoices.id',
      'invoices.agency_id',
      'invoices.client_id',
      'invoices.number',
      'invoices.title',
      'invoices.issuer_name',
      'invoices.status',
      dueNext(eb).as('due_on'),
      'invoices.instalment_due_on',
      'invoices.issued_on',
      'invoices.open_since',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'agencies.timezone',
      'clients.name as client_name',
    ])
    .where('invoices.kind', '=', 'invoice')

/** Whether the client still has to pay something of the invoice, by that day if there is one. */
export async function isStillDue(
  ctx: Ctx,
  { invoice: id, dueBy }: { invoice: string; dueBy: string | null },
): Promise<boolean> {
  const invoice = await invoicesToRemindOf(ctx)
    .where('invoices.id', '=', id)
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('agencies.suspended_at', 'is', null)
    .where(notProcessing)
    .executeTakeFirst()
  if (invoice === undefined || amountDue(invoice) === 0) return false
  return dueBy === null || invoice.due_on <= dueBy
}

/**
 * Whether a later reminder takes the place of one that waited: one recorded since, or that of another occasion which is
 * due today.
 */
export async function isReplaced(
  ctx: Ctx,
  id: string,
  { occasion, waitsSince }: { occasion: MailOccasion; waitsSince: string },
): Promise<boolean> {
  const later = await selectFrom(ctx, 'invoice_reminders')
    .select('occasion')
    .where('invoice_id', '=', id)
    .where('sent_at', '>', waitsSince)
    .executeTakeFirst()
  if (later !== undefined) return true
  if (occasion === 'by_hand') return false
  const invoice = await invoicesToRemindOf(ctx).where('invoices.id', '=', id).executeTakeFirstOrThrow()
  const planned = reminderFor(invoice, dateInZone(ctx.now, invoice.timezone ?? 'UTC'))
  return planned !== null && planned.occasion !== occasion
}

/** The occasions of open invoices' reminders so far, by invoice; of one or all. */
export async function remindersSent(ctx: Ctx, id?: string): Promise<Map<string, Set<string>>> {
  const rows = await whereSet(
    selectFrom(ctx, 'invoice_reminders').innerJoin('invoices', 'invoices.id', 'invoice_reminders.invoice_id'),
    'invoices.id',
    id,
  )
    .select(['invoice_reminders.invoice_id', 'invoice_reminders.occasion'])
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .execute()
  const sent = new Map<string, Set<string>>()
  for (const { invoice_id, occasion } of rows)
    sent.set(invoice_id, (sent.get(invoice_id) ?? new Set()).add(occasion))
  return sent
}

/** Excludes invoices that a refund made due again: they aren't collected automatically. */
export const notRefunded = (eb: ExpressionBuilder<Schema, 'invoices'>) => eb('invoices.reopened', '=', 0)

/** Excludes invoices with payments being processed. */
export const notProcessing = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.invoice_id', '=', 'invoices.id')
        .where('payments.status', '=', 'pending')
        .where('payments.processing_since', 'is not', null),
    ),
  )

/**
 * When the payer was last reminded of the invoice; the email that sent it isn't a reminder, even if it announced
 * its charge.
 */
export const remindedAt = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb
    .selectFrom('invoice_reminders')
    .whereRef('invoice_reminders.invoice_id', '=', 'invoices.id')
    .where((one) =>
      one.or([
        one('invoice_reminders.charge_on', 'is', null),
        one('invoice_reminders.sent_at', '!=', one.ref('invoices.sent_at')),
      ]),
    )
    .select((one) => one.fn.max<string | null>('invoice_reminders.sent_at').as('sent_at'))

export async function lastReminder(ctx: Ctx, invoiceId: string): Promise<string | null> {
  const { sent_at } = await selectFrom(ctx, 'invoices')
    .select((eb) => remindedAt(eb).as('sent_at'))
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return sent_at
}
