import type { WaitingDto, WaitingListDto } from '#shared/dashboard.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import type { UserCtx } from '../../core/context.ts'
import { filesToReview } from '../../files/queries.ts'
import { listInvoices } from '../../invoices/queries/invoices.ts'
import { listThreads } from '../../messages/queries/threads.ts'
import { listPayments } from '../../payments/queries/payments.ts'
import { clientsWithUnbilledTime } from '../../timesheets/queries/billing.ts'
import { listTimesheets } from '../../timesheets/queries/sheets.ts'

/** So many of a kind are shown; their own screens have all of them. */
const OF_A_KIND = 5
/** The latest conversations are looked through for unread messages. */
const THREADS = 20

/** What waits for the caller to act; the platform's administrator has nothing of the kind. */
export async function listWaiting(ctx: UserCtx): Promise<WaitingListDto> {
  const { role } = ctx.actor
  if (ctx.reach.agencyId === null || role === 'super_admin') return { items: [] }
  const kinds =
    role === 'agency_admin'
      ? [
          lateInvoices(ctx),
          announcedPayments(ctx),
          weeksToApprove(ctx),
          unbilledTime(ctx),
          unreadMessages(ctx),
        ]
      : role === 'client'
        ? [filesToAnswer(ctx), invoicesToPay(ctx), unreadMessages(ctx)]
        : [returnedWeeks(ctx), unreadMessages(ctx)]
  return { items: (await Promise.all(kinds)).flat() }
}

const dueOf = ({ amount_due: amount, currency }: InvoiceDto) => ({ amount, currency })

async function lateInvoices(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listInvoices(ctx, { status: 'overdue', search: '', limit: OF_A_KIND })
  return items
    .filter((invoice) => invoice.manageable)
    .map((invoice) => ({
      kind: 'late_invoice',
      id: invoice.id,
      number: invoice.number ?? invoice.title,
      client_name: invoice.clientName,
      due: dueOf(invoice),
      since: invoice.dueDate,
    }))
}

async function invoicesToPay(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listInvoices(ctx, { status: 'open', search: '', limit: OF_A_KIND })
  return items
    .filter((invoice) => invoice.payable)
    .map((invoice) => ({
      kind: 'invoice_to_pay',
      id: invoice.id,
      number: invoice.number ?? invoice.title,
      issuer_name: invoice.issuer_name,
      due: dueOf(invoice),
      since: invoice.dueDate,
      late: invoice.status === 'overdue',
    }))
}

async function announcedPayments(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listPayments(ctx, { status: 'pending', limit: OF_A_KIND })
  return items
    .filter(({ kind, method, agency_id }) => kind === 'payment' && method !== 'card' && agency_id !== null)
    .map(({ id, payer_name, amount, currency, date }) => ({
      kind: 'announced_payment',
      id,
      payer_name,
      paid: { amount, currency },
      since: date,
    }))
}

async function weeksToApprove(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listTimesheets(ctx, { whose: 'agency', status: 'submitted', limit: OF_A_KIND })
  return items.map(({ id, version, user_name, week_start, total_seconds, submitted_at }) => ({
    kind: 'week',
    id,
    version,
    user_name,
    week_start,
    seconds: total_seconds,
    since: submitted_at,
  }))
}

async function returnedWeeks(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listTimesheets(ctx, { whose: 'own', status: 'rejected', limit: OF_A_KIND })
  return items.map(({ id, week_start, reviewed_at, submitted_at }) => ({
    kind: 'returned_week',
    id,
    week_start,
    since: reviewed_at ?? submitted_at,
  }))
}

async function unbilledTime(ctx: UserCtx): Promise<WaitingDto[]> {
  const clients = await clientsWithUnbilledTime(ctx, OF_A_KIND)
  return clients.map((client) => ({ kind: 'unbilled_time', ...client }))
}

async function filesToAnswer(ctx: UserCtx): Promise<WaitingDto[]> {
  const files = await filesToReview(ctx, OF_A_KIND)
  return files.map(({ created_at, ...file }) => ({ kind: 'review', ...file, since: created_at }))
}

async function unreadMessages(ctx: UserCtx): Promise<WaitingDto[]> {
  const { items } = await listThreads(ctx, { search: '', limit: THREADS })
  return items
    .filter(({ unread, last_message }) => unread > 0 && last_message !== null)
    .slice(0, OF_A_KIND)
    .map(({ id, name, unread, last_message }) => ({
      kind: 'messages',
      project_id: id,
      project_name: name,
      unread,
      since: last_message?.timestamp ?? '',
    }))
}
