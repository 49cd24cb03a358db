import { mondayOf, shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import {
  type AgencyCharts,
  type PersonHours,
  type ProjectSpan,
  TREND_POINTS,
  type Trend,
} from '#shared/overview/charts.ts'
import { projectHealth } from '#shared/work/project-health.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { projectListInput } from '#shared/work/schemas/projects.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { bySpan, spanOf, startOf } from '../../../base/db/engines/spans.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { booksByDay } from '../../../money/ledger/queries/cash.ts'
import { budgetsOf } from '../../../time/timesheets/queries/budgets.ts'
import { countProjects, listProjects } from '../../../work/projects/queries/projects.ts'
import { cashByMonth, lastMonths, revenueBySpan, spanStarts, stockTrend, trendInstants } from '../rules.ts'
import { openTasksTrend } from './task-trend.ts'

/** The maximum number of bars; full lists are on their own screens. */
const BARS = 8
const USUAL_WEEKS = 4

export async function agencyCharts(ctx: UserCtx): Promise<AgencyCharts> {
  const { agencyId, booksZone } = ctx.reach
  const today = dateInZone(ctx.now, booksZone)
  const monday = mondayOf(today)
  const starts = spanStarts(today, TREND_POINTS)
  const months = lastMonths(today)
  const [clients, tasks, books, currency, week, projects, counters] = await Promise.all([
    clientsTrend(ctx),
    openTasksTrend(ctx),
    booksByDay(ctx, [starts[0] ?? today, `${months[0]}-01`].toSorted()[0] ?? today, today),
    agencyCurrency(ctx, agencyId),
    hoursByPerson(ctx, monday),
    listProjects(ctx, projectListInput.parse({ active: true, order: 'due', limit: BARS })),
    countProjects(ctx),
  ])
  return {
    role: 'agency_admin',
    trends: { total_clients: clients, monthly_revenue: revenueBySpan(books, starts), pending_tasks: tasks },
    currency,
    months: cashByMonth(books, months),
    week_start: monday,
    people: week.people,
    other_people: week.others,
    projects: await withHealth(ctx, projects.items),
    other_projects: counters.active - projects.items.length,
  }
}

/** In the caller's time zone, as on the project's page. */
async function withHealth(ctx: UserCtx, projects: ProjectDto[]): Promise<ProjectSpan[]> {
  const today = dateInZone(ctx.now, ctx.actor.zone)
  const budgets = await budgetsOf(
    ctx,
    projects.map(({ id }) => id),
  )
  return projects.map((project) => ({
    id: project.id,
    name: project.name,
    client_name: project.client.name,
    status: project.status,
    start_date: project.start_date,
    delivery_date: project.delivery_date,
    progress: project.progress,
    health: projectHealth(project, today, budgets.get(project.id) ?? null),
  }))
}

/** Archived clients count until they were archived, as in the tile. */
async function clientsTrend(ctx: UserCtx): Promise<Trend> {
  const edges = trendInstants(ctx.now)
  const since = startOf(edges)
  const clients = selectFrom(ctx, 'clients')
  const [{ count }, added, removed] = await Promise.all([
    clients
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(),
    clients
      .select((eb) => [
        spanOf(eb.ref('clients.created_at'), edges).as('span'),
        eb.fn.countAll<number>().as('amount'),
      ])
      .where('created_at', '>=', since)
      .groupBy('span')
      .execute(),
    clients
      .select((eb) => [
        spanOf(eb.ref('clients.archived_at'), edges).as('span'),
        eb.fn.countAll<number>().as('amount'),
      ])
      .where('archived_at', '>=', since)
      .groupBy('span')
      .execute(),
  ])
  return stockTrend(count, bySpan(added, edges), bySpan(removed, edges))
}

/** Finished time of this week and the four before; an entry counts in the week in which it started. */
async function hoursByPerson(
  ctx: UserCtx,
  monday: string,
): Promise<{ people: PersonHours[]; others: number }> {
  const { agencyId } = ctx.reach
  const weeks = [-USUAL_WEEKS * 7, 0].map((days) => shiftDate(monday, days))
  const rows = await selectFrom(ctx, 'time_entries')
    .select((eb) => [
      'user_id',
      'billable',
      spanOf(eb.ref('time_entries.worked_on'), weeks).as('span'),
      sumOf(eb.ref('time_entries.duration_seconds')).as('seconds'),
    ])
    .where('agency_id', '=', agencyId)
    .where('worked_on', '>=', startOf(weeks))
    .where('worked_on', '<', shiftDate(monday, 7))
    .groupBy(['user_id', 'billable', 'span'])
    .execute()
  const everybody = [...Map.groupBy(rows, (row) => row.user_id)]
    .map(([user_id, own]) => {
      const secondsOf = (matches: (row: (typeof rows)[number]) => boolean) =>
        own.filter(matches).reduce((sum, row) => sum + row.seconds, 0)
      return {
        user_id,
        seconds: secondsOf((row) => Number(row.span) === 1),
        billable_seconds: secondsOf((row) => Number(row.span) === 1 && row.billable === 1),
        usual_seconds: Math.round(secondsOf((row) => Number(row.span) === 0) / USUAL_WEEKS),
      }
    })
    .toSorted((a, b) => b.seconds - a.seconds || b.usual_seconds - a.usual_seconds)
  const shown = everybody.slice(0, BARS)
  const names = await namesOf(ctx, shown)
  return {
    people: shown.map((person) => ({ ...person, name: names.get(person.user_id) ?? '' })),
    others: everybody.length - shown.length,
  }
}

async function namesOf(ctx: UserCtx, people: { user_id: string }[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const ids = people.map(({ user_id }) => user_id)
  const rows = await selectFrom(ctx, 'profiles')
    .select(['user_id', 'name'])
    .where('user_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}
