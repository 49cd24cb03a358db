import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { afterCursor, pagesOf } from '../../../base/core/rows/paging.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { forgetFailures, stopWork } from '../../../base/core/work/commands.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import { addressesOf, billingRecipientsOf } from '../../invoices/sending/queries/recipients.ts'
import { isLost } from '../queries/lost.ts'

/**
 * Withdraws notices of which no copy reached anybody: nothing is charged before a new one, and the owner is
 * notified.
 */
export async function withdrawLost(ctx: Ctx): Promise<void> {
  const pages = pagesOf(
    (after, limit) =>
      afterCursor(lostNotices(ctx), ['mail.notice_on', 'mail.created_at', 'invoices.id'], after, 'asc')
        .limit(limit)
        .$narrowType<{ on: string }>()
        .execute(),
    ({ id, on, sent_at }) => [on, sent_at, id],
  )
  for await (const page of pages) {
    await workThrough(ctx, { work: 'autopay-withdrawal', of: invoiceItem }, page, (notice) =>
      transactIn(ctx, notice.agency_id, (tx) => withdraw(acrossAgencies(tx), notice)),
    )
  }
}

type LostNotice = Awaited<ReturnType<ReturnType<typeof lostNotices>['executeTakeFirstOrThrow']>>

/** Each once, however many copies it had. */
const lostNotices = (ctx: Ctx) =>
  selectFrom(acrossAgencies(ctx), 'invoices')
    .innerJoin('mail_outbox as mail', 'mail.notice_of', 'invoices.id')
    .where(isLost)
    .select(['invoices.id', 'invoices.agency_id', 'invoices.number'])
    .select(['mail.notice_on as on', 'mail.created_at as sent_at'])
    .groupBy(['mail.notice_of', 'mail.notice_on', 'mail.created_at', 'invoices.id'])
    .groupBy(['invoices.agency_id', 'invoices.number'])

async function withdraw(tx: Tx, { id, agency_id, on, sent_at }: LostNotice & { on: string }): Promise<void> {
  const withdrawn = await deleteFrom(tx, 'invoice_reminders')
    .where('invoice_id', '=', id)
    .where('charge_on', '=', on)
    .where('sent_at', '=', sent_at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('autopay_attempts')
            .select('autopay_attempts.number')
            .whereRef('autopay_attempts.invoice_id', '=', 'invoice_reminders.invoice_id')
            .where('autopay_attempts.charged_on', '>=', on)
            .where('autopay_attempts.outcome', '!=', 'interrupted'),
        ),
      ),
    )
    .returning('occasion')
    .execute()
  await record(tx, 'autopay.notice-lost', { id, agencyId: agency_id, on, sentAt: sent_at })
  const invoice = await selectFrom(tx, 'invoices')
    .select(['id', 'agency_id', 'number'])
    .where('id', '=', id)
    .where('status', 'in', ['sent', 'overdue'])
    .executeTakeFirst()
  if (invoice === undefined || withdrawn.length === 0) return
  const reason = new AppError('CONFLICT', 'It could not be emailed to any address of the client.')
  await stopWork(tx, 'autopay-notice', invoiceItem(invoice), reason)
}

/** Reissues notices that reached nobody, once the client has an address that wasn't tried. */
export async function resumeNotices(ctx: Ctx): Promise<void> {
  const pages = pagesOf(
    (after, limit) => afterCursor(stoppedNotices(ctx), ['invoices.id'], after, 'asc').limit(limit).execute(),
    ({ id }) => [id],
  )
  for await (const page of pages) {
    const triedFor = await triedAddresses(ctx, page)
    const lost = page.filter(({ id }) => triedFor.has(id))
    if (lost.length === 0) continue
    const clients = await billingRecipientsOf(
      acrossAgencies(ctx),
      lost.map(({ client_id }) => client_id),
    )
    for (const invoice of lost) {
      const recipients = clients.get(invoice.client_id)
      const isNew = (address: string) => !triedFor.get(invoice.id)?.has(address)
      if (recipients !== undefined && addressesOf(recipients).some(isNew))
        await forgetFailures(ctx, 'autopay-notice', invoiceItem(invoice), invoice.failures)
    }
  }
}

const stoppedNotices = (ctx: Ctx) =>
  selectFrom(acrossAgencies(ctx), 'failing_work')
    .innerJoin('invoices', 'invoices.id', 'failing_work.item')
    .select(['invoices.id', 'invoices.agency_id', 'invoices.number', 'invoices.client_id'])
    .select('failing_work.failures')
    .where('failing_work.work', '=', 'autopay-notice')
    .where('failing_work.stopped_at', 'is not', null)
    .where('invoices.client_id', 'is not', null)
    .$narrowType<{ client_id: string }>()

/** The addresses to which notices could not be sent, by invoice. */
async function triedAddresses(
  ctx: Ctx,
  invoices: readonly { id: string }[],
): Promise<Map<string, Set<string>>> {
  const failed = await ctx.db
    .selectFrom('mail_outbox')
    .select(['notice_of', 'recipient'])
    .where(
      'notice_of',
      'in',
      invoices.map(({ id }) => id),
    )
    .where('status', '=', 'failed')
    .$narrowType<{ notice_of: string }>()
    .execute()
  const mails = Map.groupBy(failed, ({ notice_of }) => notice_of)
  return new Map([...mails].map(([id, copies]) => [id, new Set(copies.map(({ recipient }) => recipient))]))
}
