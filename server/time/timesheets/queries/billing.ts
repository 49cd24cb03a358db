import type { z } from 'zod'
import { hoursValue } from '#shared/base/amounts/money.ts'
import type { unbilledInput } from '#shared/time/schemas/timesheets.ts'
import type { AwaitingWeek, PayableHours, Unbilled } from '#shared/time/timesheets.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { secondsOf, toInvoiceLines } from '../rules.ts'
import { workedOn } from './days.ts'

/** Finished, billable, uninvoiced entries, with their project and timesheet. */
const uninvoiced = (ctx: UserCtx) =>
  selectFrom(ctx, 'time_entries')
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'time_entries.agency_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    // A literal instead of a parameter, so that the partial index matches.
    .where((eb) => eb('time_entries.billable', '=', eb.lit(1)))
    .where('time_entries.invoice_id', 'is', null)
    .where('time_entries.ended_at', 'is not', null)
    .where('time_entries.paused', '=', 0)

/** Entries of approved weeks, and owners' own, which need no approval. */
const unbilled = (ctx: UserCtx) =>
  uninvoiced(ctx).where((eb) =>
    eb.or([eb('timesheets.status', '=', 'approved'), eb('time_entries.employee_id', 'is', null)]),
  )

/** Invoice lines for a client's approved, billable, uninvoiced time, and the time awaiting approval. */
export async function unbilledTime(ctx: UserCtx, input: z.output<typeof unbilledInput>): Promise<Unbilled> {
  const client = await findClient(ctx, input.client_id)
  const [rows, waiting] = await Promise.all([
    ofClient(ctx, unbilled(ctx), client, input)
      .innerJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
      .leftJoin('tasks', (join) =>
        join
          .onRef('tasks.agency_id', '=', 'time_entries.agency_id')
          .onRef('tasks.id', '=', 'time_entries.task_id'),
      )
      .select([
        'time_entries.id',
        'time_entries.duration_seconds',
        'time_entries.billing_rate',
        'time_entries.user_id',
        'profiles.name as user_name',
        'time_entries.project_id',
        'projects.name as project_name',
        'projects.billing_rate as project_rate',
        'time_entries.task_id',
        'tasks.title as task_title',
      ])
      .orderBy('projects.name')
      .orderBy('time_entries.started_at')
      .orderBy('time_entries.id')
      .execute(),
    awaitingApproval(ctx, client, input),
  ])
  const lines = toInvoiceLines(rows, input.group_by, input.missing_rate ?? 0)
  return {
    lines,
    total_seconds: secondsOf(rows),
    ...waiting,
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    currency: client.currency,
  }
}

/** The first and last day of the client's approved, billable, uninvoiced time; null if there is none. */
export async function unbilledDays(
  ctx: UserCtx,
  input: Period,
): Promise<{ from: string; to: string } | null> {
  const client = await findClient(ctx, input.client_id)
  const { from, to } = await ofClient(ctx, unbilled(ctx), client, input)
    .select((eb) => [
      eb.fn.min('time_entries.worked_on').as('from'),
      eb.fn.max('time_entries.worked_on').as('to'),
    ])
    .executeTakeFirstOrThrow()
  return from === null || to === null ? null : { from, to }
}

/** Contributors' unapproved time for the client: by submitted week, and the rest as one total. */
async function awaitingApproval(ctx: UserCtx, client: BilledClient, input: Period) {
  const rows = await ofClient(ctx, uninvoiced(ctx), client, input)
    .innerJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
    .select((eb) => [
      'timesheets.id',
      'timesheets.version',
      'timesheets.status',
      'timesheets.week_start',
      'profiles.name as user_name',
      eb.fn.sum<number>('time_entries.duration_seconds').as('seconds'),
    ])
    // An expression, so that SQLite doesn't use the index on contributors and scan all of their time.
    .where((eb) => eb(eb.fn.coalesce('time_entries.employee_id', eb.val('')), '<>', ''))
    .where((eb) => eb.or([eb('timesheets.id', 'is', null), eb('timesheets.status', '<>', 'approved')]))
    .groupBy([
      'timesheets.id',
      'timesheets.version',
      'timesheets.status',
      'timesheets.week_start',
      'profiles.name',
    ])
    .orderBy('timesheets.week_start')
    .orderBy('timesheets.id')
    .execute()
  const awaiting: AwaitingWeek[] = []
  let unsubmitted_seconds = 0
  for (const { id, version, status, week_start, user_name, seconds } of rows) {
    if (id === null || version === null || week_start === null || status !== 'submitted') {
      unsubmitted_seconds += seconds
    } else {
      awaiting.push({ id, version, user_name, week_start, seconds })
    }
  }
  return { awaiting, unsubmitted_seconds }
}

type BilledClient = Awaited<ReturnType<typeof findClient>>
type Period = Pick<z.output<typeof unbilledInput>, 'client_id' | 'project_id' | 'from' | 'to'>

/** Limited to one client's projects, or one of them, and to a range of days. */
function ofClient(
  ctx: UserCtx,
  entries: ReturnType<typeof uninvoiced>,
  { agency_id }: BilledClient,
  { client_id, project_id, from, to }: Period,
) {
  const projects = selectFrom(ctx, 'projects')
    .select('projects.id')
    .where('projects.agency_id', '=', agency_id)
    .where('projects.assigned_client_id', '=', client_id)
  const open = entries
    .where('time_entries.agency_id', '=', agency_id)
    // Makes the planner use the index by project: an agency may have a lot of unbilled time.
    .where('time_entries.project_id', 'in', projects)
    .$call((query) => workedOn(query, { from, to }))
  return whereSet(open, 'time_entries.project_id', project_id)
}

/** Clients with approved, billable, uninvoiced time, those with the oldest first. */
export const clientsWithUnbilledTime = (ctx: AgencyCtx, limit: number) =>
  unbilled(ctx)
    .where('time_entries.agency_id', '=', ctx.reach.agencyId)
    // Lets the index of unbilled time skip unsubmitted entries without reading their rows.
    .where((eb) =>
      eb.or([
        eb('time_entries.timesheet_id', '>', ''),
        eb.and([eb('time_entries.timesheet_id', 'is', null), eb('time_entries.employee_id', 'is', null)]),
      ]),
    )
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'projects.agency_id')
        .onRef('clients.id', '=', 'projects.assigned_client_id'),
    )
    .select((eb) => [
      'clients.id as client_id',
      'clients.name as client_name',
      eb.fn.sum<number>('time_entries.duration_seconds').as('seconds'),
      eb.fn.min('time_entries.started_at').as('since'),
    ])
    .groupBy(['clients.id', 'clients.name'])
    .orderBy('since')
    .orderBy('clients.id')
    .limit(limit)
    .execute()

/** Approved entries not paid elsewhere and not covered by a payout, with their contributor. */
const unpaid = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'time_entries')
    .innerJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .innerJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'time_entries.agency_id')
        .onRef('employees.id', '=', 'time_entries.employee_id'),
    )
    .where('time_entries.agency_id', '=', ctx.reach.agencyId)
    .where('timesheets.status', '=', 'approved')
    .where('time_entries.timesheet_id', 'is not', null)
    .where('time_entries.payout_id', 'is', null)
    .where('time_entries.paid_elsewhere', '=', 0)

/**
 * Contributors with approved hours to pay out, those with the oldest first; hours without a rate cost
 * nothing.
 */
export const contributorsWithUnpaidTime = (ctx: AgencyCtx, limit: number) =>
  unpaid(ctx)
    .select((eb) => [
      'employees.id as employee_id',
      'employees.name as employee_name',
      eb.fn.sum<number>('time_entries.duration_seconds').as('seconds'),
      eb.fn.min('time_entries.started_at').as('since'),
    ])
    .where('time_entries.cost_rate', '>', 0)
    .groupBy(['employees.id', 'employees.name'])
    .orderBy('since')
    .orderBy('employees.id')
    .limit(limit)
    .execute()

/** Which of the payouts are for recorded hours. */
export async function payoutsOfHours(
  tx: Tx,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await selectFrom(tx, 'time_entries')
    .select('payout_id')
    .distinct()
    .where('payout_id', 'in', payoutIds)
    .execute()
  return new Set(rows.map(({ payout_id }) => payout_id))
}

/** Each contributor's approved hours not covered by a payout, at the entries' cost rates. */
export async function approvedUnpaidHours(
  ctx: AgencyCtx,
  employeeId: string | null = null,
): Promise<PayableHours[]> {
  const owed = unpaid(ctx)
    .select([
      'time_entries.id',
      'time_entries.duration_seconds',
      'time_entries.cost_rate',
      'employees.id as employee_id',
      'employees.name as employee_name',
    ])
    .orderBy('employees.name')
    .orderBy('time_entries.started_at')
  const rows = await whereSet(owed, 'employees.id', employeeId).execute()
  return [...Map.groupBy(rows, (row) => row.employee_id).values()].flatMap((entries) => {
    const [first] = entries
    if (first === undefined) return []
    const rates = [...Map.groupBy(entries, (entry) => entry.cost_rate)].map(([rate, part]) => ({
      rate,
      seconds: secondsOf(part),
    }))
    return [
      {
        employee_id: first.employee_id,
        employee_name: first.employee_name,
        seconds: secondsOf(entries),
        rates,
        amount: rates.reduce((sum, { rate, seconds }) => sum + hoursValue(seconds, rate), 0),
        entry_ids: entries.map((entry) => entry.id),
      },
    ]
  })
}

/** What a payout's hours were paid for, by project and rate, in the order they were worked. */
export async function hoursOfPayout(ctx: AgencyCtx, payoutId: string) {
  const rows = await selectFrom(ctx, 'time_entries')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'time_entries.agency_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    .select((eb) => [
      'projects.name as project_name',
      'time_entries.cost_rate as rate',
      eb.fn.sum<number>('time_entries.duration_seconds').as('seconds'),
      eb.fn.min('time_entries.worked_on').as('from'),
      eb.fn.max('time_entries.worked_on').as('to'),
    ])
    .where('time_entries.agency_id', '=', ctx.reach.agencyId)
    .where('time_entries.payout_id', '=', payoutId)
    .where('time_entries.cost_rate', '>', 0)
    .groupBy(['time_entries.project_id', 'projects.name', 'time_entries.cost_rate'])
    .orderBy('from')
    .orderBy('projects.name')
    .orderBy('rate')
    .execute()
  return rows.map(({ seconds, ...row }) => ({
    ...row,
    seconds: Number(seconds),
    amount: hoursValue(Number(seconds), row.rate),
  }))
}

async function findClient(ctx: UserCtx, id: string) {
  const client = await selectFrom(ctx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.agency_id', 'agencies.currency'])
    .where('clients.id', '=', id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return client
}
