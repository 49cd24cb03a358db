import { lastOfMonth, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { YearEndCheck, YearEndDto, YearTotals } from '#shared/money/ledger/closed-periods.ts'
import { startOfDay } from '../../../../base/adapters/zone.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { bookAccounts } from '../../exports/queries/accounts.ts'
import { getSummary } from '../../profit/queries/summary.ts'
import { locksOf } from '../../queries/period-locks.ts'
import { getTaxReport } from '../../taxes/queries/tax-report.ts'

interface Year {
  from: string
  to: string
}

/** The next fiscal year to close, with what is still open and its totals. */
export async function getYearEnd(ctx: AgencyCtx): Promise<YearEndDto> {
  const locks = await locksOf(ctx, ctx.reach.agencyId)
  const year = await nextYear(ctx, locks.hard_until)
  if (year === null) return { ...locks, year, checks: [], totals: null }
  return { ...locks, year, checks: await listChecks(ctx, year), totals: await totalsOf(ctx, year) }
}

/** The first ended fiscal year with bookings after the closed periods; null if there is none. */
async function nextYear(ctx: AgencyCtx, closedUntil: string | null): Promise<Year | null> {
  const { fiscal_year_month: first } = await bookAccounts(ctx)
  const since = closedUntil === null ? await firstDay(ctx) : shiftDate(closedUntil, 1)
  if (since === null) return null
  const from = yearStart(since, first)
  const to = lastOfMonth(shiftMonths(from, 11))
  return to < dateInZone(ctx.now, ctx.reach.booksZone) ? { from, to } : null
}

/** The first day of the fiscal year that begins in the month and contains the day. */
export function yearStart(day: string, firstMonth: number): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < firstMonth ? 1 : 0)
  return `${year}-${String(firstMonth).padStart(2, '0')}-01`
}

/** The day of the first entry or document. */
async function firstDay(ctx: AgencyCtx): Promise<string | null> {
  const { agencyId } = ctx.reach
  const [entry, document] = await Promise.all([
    selectFrom(ctx, 'ledger_entries')
      .select('occurred_on as day')
      .where('agency_id', '=', agencyId)
      .orderBy('occurred_on')
      .limit(1)
      .executeTakeFirst(),
    selectFrom(ctx, 'invoices')
      .select('issued_on as day')
      .where('agency_id', '=', agencyId)
      .where('number', 'is not', null)
      .orderBy('issued_on')
      .limit(1)
      .executeTakeFirst(),
  ])
  return [entry?.day, document?.day].filter((day) => day != null).toSorted()[0] ?? null
}

async function listChecks(ctx: AgencyCtx, { to }: Year): Promise<{ check: YearEndCheck; count: number }[]> {
  const { agencyId, booksZone } = ctx.reach
  const before = startOfDay(shiftDate(to, 1), booksZone)
  const [drafts, pending, rates, differences] = await Promise.all([
    selectFrom(ctx, 'invoices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('kind', '=', 'invoice')
      .where('status', '=', 'draft')
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('status', '=', 'pending')
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow(),
    countWithoutRate(ctx, to),
    // Owners see that there are some, but only administrators can interpret them.
    selectFrom(acrossAgencies(ctx), 'book_differences')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .executeTakeFirstOrThrow(),
  ])
  return [
    { check: 'drafts', count: drafts.count },
    { check: 'pending_payments', count: pending.count },
    { check: 'missing_rates', count: rates },
    { check: 'differences', count: differences.count },
  ]
}

/** Documents and entries up to the day that wait for their exchange rate. */
export async function countWithoutRate(ctx: AgencyCtx, until: string): Promise<number> {
  const { agencyId } = ctx.reach
  const [entries, documents] = await Promise.all([
    selectFrom(ctx, 'ledger_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('base_amount', 'is', null)
      .where('occurred_on', '<=', until)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'invoices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('issuer', '=', 'agency')
      .where('booking_rate', 'is', null)
      .where('number', 'is not', null)
      .where('issued_on', '<=', until)
      .executeTakeFirstOrThrow(),
  ])
  return entries.count + documents.count
}

async function totalsOf(ctx: AgencyCtx, period: Year): Promise<YearTotals> {
  const [{ current, currency }, taxes] = await Promise.all([
    getSummary(ctx, period),
    getTaxReport(ctx, { ...period, basis: 'issued' }),
  ])
  return {
    currency,
    revenue: current.revenue,
    expenses: current.expenses,
    profit: current.net,
    tax_collected: taxes.output_total.tax,
    input_tax: taxes.input_total.tax,
  }
}
