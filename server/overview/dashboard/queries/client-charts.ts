import { dateInZone } from '#shared/base/dates.ts'
import type { ClientCharts, Trend } from '#shared/overview/charts.ts'
import { startOfDay } from '../../../base/adapters/zone.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { bySpan, spanOf, startOf } from '../../../base/db/engines/spans.ts'
import { countBySpan, lastMonths, stockTrend, trendInstants } from '../rules.ts'

interface Months {
  /** YYYY-MM. */
  names: string[]
  /** Their starts in the ledger's time zone. */
  begin: string[]
}

export async function clientCharts(ctx: UserCtx): Promise<ClientCharts> {
  const { booksZone } = ctx.reach
  const today = dateInZone(ctx.now, booksZone)
  const names = lastMonths(today)
  const months = { names, begin: names.map((month) => startOfDay(`${month}-01`, booksZone)) }
  const [invoices, paid, hours] = await Promise.all([
    openInvoicesTrend(ctx),
    paidByMonth(ctx, months),
    sharedHours(ctx, names),
  ])
  return { role: 'client', trends: { pending_invoices: invoices }, paid, hours }
}

/** Paid invoices count until they were paid; voided, credited, and written-off ones are ignored. */
async function openInvoicesTrend(ctx: UserCtx): Promise<Trend | null> {
  const { agencyId, clientId, seesBilling } = ctx.reach
  if (agencyId === null || clientId === null || !seesBilling) return null
  const edges = trendInstants(ctx.now)
  const invoices = selectFrom(ctx, 'invoices')
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('kind', '=', 'invoice')
  const rows = await invoices
    .select(['status', 'sent_at', 'issued_on', 'paid_at'])
    .where('status', 'in', ['sent', 'overdue', 'paid'])
    .where((eb) => eb.or([eb('status', '!=', 'paid'), eb('paid_at', '>=', startOf(edges))]))
    .execute()
  return stockTrend(
    rows.filter((row) => row.status !== 'paid').length,
    countBySpan(
      rows.map((row) => row.sent_at ?? row.issued_on),
      edges,
    ),
    countBySpan(
      rows.filter((row) => row.status === 'paid').map((row) => row.paid_at),
      edges,
    ),
  )
}

/** The amounts that the agency received from the client, minus refunds, one per currency. */
async function paidByMonth(ctx: UserCtx, { names, begin }: Months): Promise<ClientCharts['paid']> {
  const { agencyId, clientId, seesBilling } = ctx.reach
  if (agencyId === null || clientId === null || !seesBilling) return null
  const rows = await selectFrom(ctx, 'payments')
    .select((eb) => [
      'currency',
      spanOf(eb.ref('payments.paid_at'), begin).as('span'),
      sumOf(eb('payments.amount', '-', eb.ref('payments.refunded'))).as('amount'),
    ])
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('status', 'in', ['succeeded', 'refunded'])
    .where('paid_at', '>=', startOf(begin))
    .groupBy(['currency', 'span'])
    .orderBy('currency')
    .execute()
  return [...Map.groupBy(rows, (row) => row.currency)].map(([currency, own]) => {
    const amounts = bySpan(own, begin)
    return { currency, months: names.map((month, index) => ({ month, amount: amounts[index] ?? 0 })) }
  })
}

/** Finished hours of projects that share their hours; an entry counts in the month in which it started. */
async function sharedHours(ctx: UserCtx, names: string[]): Promise<ClientCharts['hours']> {
  const { agencyId } = ctx.reach
  const begin = names.map((month) => `${month}-01`)
  if (agencyId === null) return null
  const shared = await selectFrom(ctx, 'projects').select('id').where('share_hours', '=', 1).execute()
  if (shared.length === 0) return null
  const rows = await selectFrom(ctx, 'time_entries')
    .select((eb) => [
      spanOf(eb.ref('time_entries.worked_on'), begin).as('span'),
      sumOf(eb.ref('time_entries.duration_seconds')).as('amount'),
    ])
    .where('agency_id', '=', agencyId)
    .where(
      'project_id',
      'in',
      shared.map(({ id }) => id),
    )
    .where('worked_on', '>=', startOf(begin))
    .groupBy('span')
    .execute()
  if (rows.length === 0) return null
  const seconds = bySpan(rows, begin)
  return names.map((month, index) => ({ month, seconds: seconds[index] ?? 0 }))
}
