import { sql } from 'kysely'
import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { storedEmail } from '#shared/base/text/email.ts'
import { trialDaysLeft } from '#shared/identity/trial.ts'
import type { PlanDto } from '#shared/money/plans/packages.ts'
import {
  AGENCIES_PER_PAGE,
  type AgencyCountersDto,
  type AgencyDetailsDto,
  type AgencyFactsDto,
  type AgencyPage,
} from '#shared/overview/agencies.ts'
import { COMPARED_DAYS } from '#shared/overview/dashboard.ts'
import type { agencyListInput } from '#shared/overview/schemas/agencies.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { containsText, sumOf } from '../../../../base/db/engines/dialect.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { quoteOn } from '../../../../money/ledger/queries/exchange-rates.ts'
import { netAmount } from '../../../../money/ledger/queries/net-amount.ts'
import { revenueOf, revenueOfAll, type TotalRevenue } from '../../../../money/ledger/queries/revenue.ts'
import { getDefaultPlan, getPlan } from '../../../../money/plans/queries/plans.ts'
import { currentSubscription } from '../../../../money/plans/queries/subscription.ts'

type AgencyListInput = z.output<typeof agencyListInput>

/** One page of all agencies with their figures. */
export async function listAgencies(ctx: UserCtx, input: AgencyListInput): Promise<AgencyPage> {
  const fallback = await getDefaultPlan(ctx)
  const matching = filterAgencies(ctx, fallback, input)
  const [rows, { total }] = await Promise.all([
    selectRevenue(selectFigures(matching))
      .orderBy(await orderOf(ctx, input.sort), input.order)
      .orderBy('agencies.id')
      .limit(AGENCIES_PER_PAGE)
      .offset((input.page - 1) * AGENCIES_PER_PAGE)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    items: rows.map((row) => ({ ...toAgency(row, fallback, ctx.now), revenue: row.revenue ?? 0 })),
    total,
    page: input.page,
    page_size: AGENCIES_PER_PAGE,
  }
}

/**
 * Revenues in different currencies are compared in the platform's; those without an exchange rate come last.
 */
async function orderOf(ctx: Ctx, sort: AgencyListInput['sort']) {
  if (sort === 'name') return sql`lower(agencies.name)`
  // The joined tables also have columns with these names.
  if (sort !== 'revenue') return sql.ref(sort === 'created_at' ? 'agencies.created_at' : sort)
  const rates = await ratesToPlatform(ctx)
  if (rates.length < 2) return sql.ref('revenue')
  const cases = rates.map(({ currency, rate }) => sql`when ${currency} then ${sql.lit(Number(rate))}`)
  return sql`(select coalesce(sum((base_amount - base_tax) * 1.0), 0) from ledger_entries
    where ledger_entries.agency_id = agencies.id and direction = 'income')
    * case agencies.currency ${sql.join(cases, sql` `)} else 0 end`
}

async function ratesToPlatform(ctx: Ctx): Promise<{ currency: string; rate: string }[]> {
  const platform = await agencyCurrency(ctx, null)
  const used = await selectFrom(ctx, 'agencies').select('currency').distinct().execute()
  const quotes = await Promise.all(
    used.map(async ({ currency }) => ({
      currency,
      quote: await quoteOn(ctx, currency, platform, dateInZone(ctx.now, PLATFORM_ZONE)),
    })),
  )
  return quotes.flatMap(({ currency, quote }) => (quote === null ? [] : [{ currency, rate: quote.rate }]))
}

export async function countAgencies(ctx: Ctx): Promise<AgencyCountersDto> {
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  const [rows, suspended, revenue, recent] = await Promise.all([
    selectFrom(ctx, 'agencies')
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    selectFrom(ctx, 'agencies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('suspended_at', 'is not', null)
      .executeTakeFirstOrThrow(),
    revenueOfAll(ctx, { from: null, to: null }),
    revenueOfAll(ctx, { from: shiftDate(today, 1 - COMPARED_DAYS), to: today }),
  ])
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  const [active, trial] = [countOf('active'), countOf('trial')]
  return {
    total: active + trial,
    active,
    trial,
    suspended: suspended.count,
    ...revenueFigures(revenue),
    recent_revenue: recent.amount,
  }
}

const revenueFigures = ({ amount, currency, others }: TotalRevenue) => ({
  revenue: amount,
  currency,
  other_revenue: others,
})

/** One agency with its usage. */
export async function getAgencyDetails(ctx: UserCtx, id: string): Promise<AgencyDetailsDto> {
  const agency = await getAgency(ctx, id)
  const agencyId = agency.id
  const count = (table: 'clients' | 'profiles') =>
    selectFrom(ctx, table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .executeTakeFirstOrThrow()
  const [row, clients, people, active, last, subscription, plan, revenue] = await Promise.all([
    selectFrom(ctx, 'agencies')
      .select(['timezone', 'storage_used'])
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow(),
    count('clients'),
    count('profiles'),
    selectFrom(ctx, 'profiles')
      .innerJoin('sign_in_events', 'sign_in_events.user_id', 'profiles.user_id')
      .select((eb) => eb.fn.count<number>('sign_in_events.user_id').distinct().as('count'))
      .where('profiles.agency_id', '=', agencyId)
      .where('sign_in_events.created_at', '>=', toInstant(addDays(ctx.now, -30)))
      .executeTakeFirstOrThrow(),
    // Only activity of the agency's members, not of the platform.
    selectFrom(ctx, 'activity')
      .select((eb) => eb.fn.max<string | null>('created_at').as('at'))
      .where('agency_id', '=', agencyId)
      // Excludes what the platform did to the agency.
      .where(
        'actor_id',
        'in',
        selectFrom(ctx, 'profiles').select('profiles.user_id').where('profiles.agency_id', '=', agencyId),
      )
      .executeTakeFirstOrThrow(),
    currentSubscription(ctx, agencyId),
    getPlan(ctx, agency.plan_id),
    revenueOf(ctx, agencyId, { from: null, to: null }),
  ])
  return {
    ...agency,
    revenue,
    timezone: row.timezone,
    clients: clients.count,
    people: people.count,
    storage: row.storage_used,
    active_people_30_days: active.count,
    last_active_at: last.at,
    limits: {
      member_limit: plan.member_limit,
      project_limit: plan.project_limit,
      storage_limit_gb: plan.storage_limit_gb,
    },
    subscription:
      subscription === undefined
        ? null
        : {
            status: subscription.status,
            price: subscription.price,
            currency: subscription.currency,
            period_end: subscription.period_end,
          },
  }
}

/** An existing agency's details with a verified id. */
export type AgencyFacts = AgencyFactsDto & { id: AgencyId }

/** Without revenue: suspending an agency must not depend on its ledger. */
export async function getAgency(ctx: UserCtx, id: string): Promise<AgencyFacts> {
  const fallback = await getDefaultPlan(ctx)
  const row = await selectFigures(agencies(ctx))
    .where(sql.ref<string>('agencies.id'), '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This agency')
  return toAgency(row, fallback, ctx.now)
}

const agencies = (ctx: Ctx) =>
  selectFrom(ctx, 'agencies')
    .innerJoin('users as owner', 'owner.id', 'agencies.owner_id')
    .leftJoin('profiles as owner_profile', 'owner_profile.user_id', 'owner.id')
    .leftJoin('agency_subscriptions', 'agency_subscriptions.agency_id', 'agencies.id')
    .leftJoin('plans', 'plans.id', 'agency_subscriptions.plan_id')

function filterAgencies(ctx: Ctx, fallback: PlanDto, input: AgencyListInput) {
  return agencies(ctx)
    .$if(input.status === 'suspended', (query) => query.where('agencies.suspended_at', 'is not', null))
    .$if(input.status === 'active' || input.status === 'trial', (query) =>
      query.where('agencies.status', '=', input.status === 'trial' ? 'trial' : 'active'),
    )
    .$if(!!input.plan_id, (query) =>
      query.where((eb) =>
        eb.or([
          eb('plans.id', '=', input.plan_id ?? ''),
          ...(input.plan_id === fallback.id ? [eb('plans.id', 'is', null)] : []),
        ]),
      ),
    )
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('agencies.name'), eb.ref('owner_profile.name'), eb.ref('owner.email')],
          storedEmail(input.search) ?? input.search,
        ),
      ),
    )
}

const selectFigures = (query: ReturnType<typeof agencies>) =>
  query.select((eb) => [
    'agencies.id',
    'agencies.name',
    'agencies.status',
    'agencies.suspended_at',
    'agencies.currency',
    'agencies.created_at',
    'agencies.trial_ends_at',
    'agencies.delete_after',
    'owner.email as owner_email',
    'owner_profile.name as owner_name',
    'plans.id as plan_id',
    'plans.name as plan',
    eb
      .selectFrom('employees')
      .select((sub) => sub.fn.countAll<number>().as('count'))
      .whereRef('employees.agency_id', '=', 'agencies.id')
      .where('employees.deactivated_at', 'is', null)
      .as('employees'),
    eb
      .selectFrom('projects')
      .select((sub) => sub.fn.countAll<number>().as('count'))
      .whereRef('projects.agency_id', '=', 'agencies.id')
      .where('projects.archived_at', 'is', null)
      .as('projects'),
  ])

const selectRevenue = (query: ReturnType<typeof selectFigures>) =>
  query.select((eb) =>
    eb
      .selectFrom('ledger_entries')
      .select((sub) => sub.fn.coalesce(sumOf<number | null>(netAmount(sub)), sub.lit(0)).as('amount'))
      .whereRef('ledger_entries.agency_id', '=', 'agencies.id')
      .where('ledger_entries.direction', '=', 'income')
      .as('revenue'),
  )

type AgencyRow = Awaited<ReturnType<ReturnType<typeof selectFigures>['executeTakeFirstOrThrow']>>

const toAgency = (row: AgencyRow, fallback: PlanDto, now: Date): AgencyFacts => ({
  id: row.id,
  name: row.name,
  owner_name: row.owner_name ?? row.owner_email,
  owner_email: row.owner_email,
  plan_id: row.plan_id ?? fallback.id,
  plan: row.plan ?? fallback.name,
  status: row.status,
  suspended: row.suspended_at !== null,
  employees: row.employees ?? 0,
  projects: row.projects ?? 0,
  currency: row.currency,
  created_at: row.created_at,
  trial_ends_at: row.status === 'trial' ? row.trial_ends_at : null,
  trial_days_left: row.status === 'trial' ? trialDaysLeft(row.trial_ends_at, now) : null,
  delete_after: row.delete_after,
})
