import type { WaitingDto, WaitingListDto } from '#shared/overview/dashboard.ts'
import type { AgencyCtx, UserCtx } from '../../../base/core/context.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { invoicesToPay, lateInvoicesOf } from '../../../money/invoices/queries/open-invoices.ts'
import { REMINDER_PAUSE_MINUTES } from '../../../money/invoices/rules.ts'
import { announcedPayments } from '../../../money/payments/queries/payments.ts'
import {
  clientsWithUnbilledTime,
  contributorsWithUnpaidTime,
} from '../../../time/timesheets/queries/billing.ts'
import { returnedWeeks, weeksToReview } from '../../../time/timesheets/queries/sheets.ts'
import { filesToReview } from '../../../work/files/queries.ts'
import { unreadThreads } from '../../../work/messages/queries/unread.ts'

/** The maximum per kind, longest-waiting first; full lists are on their own screens. */
const OF_A_KIND = 5

/** What awaits the caller's action; empty for platform administrators. */
export async function listWaiting(ctx: UserCtx): Promise<WaitingListDto> {
  const { agencyId } = ctx.reach
  if (agencyId === null) return { items: [] }
  const kinds = kindsFor({ ...ctx, reach: { ...ctx.reach, agencyId } })
  return { items: (await Promise.all(kinds)).flat() }
}

function kindsFor(ctx: AgencyCtx): Promise<WaitingDto[]>[] {
  switch (ctx.actor.role) {
    case 'agency_admin':
      return [late(ctx), announced(ctx), toApprove(ctx), unbilled(ctx), unpaid(ctx), unread(ctx)]
    case 'client':
      return [toAnswer(ctx), toPay(ctx), unread(ctx)]
    case 'employee':
      return [returned(ctx), unread(ctx)]
    default:
      return []
  }
}

async function late(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const invoices = await lateInvoicesOf(ctx, OF_A_KIND)
  const pause = toInstant(addMinutes(ctx.now, -REMINDER_PAUSE_MINUTES))
  return invoices.map(({ id, number, title, client_name, amount, currency, due_on, reminded_at }) => ({
    kind: 'late_invoice',
    id,
    number: number ?? title,
    client_name,
    due: { amount, currency },
    since: due_on,
    reminded_at: reminded_at !== null && reminded_at > pause ? reminded_at : null,
  }))
}

async function toPay(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const invoices = await invoicesToPay(ctx, OF_A_KIND)
  return invoices.map(({ id, number, title, issuer_name, amount, currency, due_on, late: isLate }) => ({
    kind: 'invoice_to_pay',
    id,
    number: number ?? title,
    issuer_name,
    due: { amount, currency },
    since: due_on,
    late: Boolean(isLate),
  }))
}

async function announced(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const payments = await announcedPayments(ctx, OF_A_KIND)
  return payments.map(({ id, payer_name, amount, currency, created_at }) => ({
    kind: 'announced_payment',
    id,
    payer_name,
    paid: { amount, currency },
    since: created_at,
  }))
}

async function toApprove(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const sheets = await weeksToReview(ctx, OF_A_KIND)
  return sheets.map(({ id, version, user_name, week_start, total_seconds, submitted_at }) => ({
    kind: 'week',
    id,
    version,
    user_name,
    week_start,
    seconds: total_seconds ?? 0,
    since: submitted_at,
  }))
}

async function returned(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const sheets = await returnedWeeks(ctx, OF_A_KIND)
  return sheets.map(({ id, week_start, reviewed_at, submitted_at }) => ({
    kind: 'returned_week',
    id,
    week_start,
    since: reviewed_at ?? submitted_at,
  }))
}

async function unbilled(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const clients = await clientsWithUnbilledTime(ctx, OF_A_KIND)
  return clients.map((client) => ({ kind: 'unbilled_time', ...client }))
}

async function unpaid(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const contributors = await contributorsWithUnpaidTime(ctx, OF_A_KIND)
  return contributors.map((contributor) => ({ kind: 'unpaid_time', ...contributor }))
}

async function toAnswer(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const files = await filesToReview(ctx, OF_A_KIND)
  return files.map(({ created_at, ...file }) => ({ kind: 'review', ...file, since: created_at }))
}

async function unread(ctx: AgencyCtx): Promise<WaitingDto[]> {
  const threads = await unreadThreads(ctx, OF_A_KIND)
  return threads.map((thread) => ({ kind: 'messages', ...thread }))
}
