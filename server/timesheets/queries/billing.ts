import type { z } from 'zod'
import { shiftDate } from '#shared/calendar.ts'
import type { PayableHours, Unbilled, unbilledInput } from '#shared/timesheets.ts'
import { startOfDay } from '../../adapters/zone.ts'
import type { AgencyCtx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { whereSet } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { hoursValue, secondsOf, toInvoiceLines } from '../rules.ts'

/** Approved, billable time that is on no invoice yet, with its project. */
const unbilled = (ctx: UserCtx) =>
  selectFrom(ctx, 'time_entries')
    .innerJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'time_entries.agency_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    .where('timesheets.status', '=', 'approved')
    // In the words of the index of unbilled time, which no parameter would match.
    .where('time_entries.timesheet_id', 'is not', null)
    .where((eb) => eb('time_entries.billable', '=', eb.lit(1)))
    .where('time_entries.invoice_id', 'is', null)

/** Invoice lines for a client's approved, billable time that is on no invoice yet. */
export async function unbilledTime(ctx: UserCtx, input: z.output<typeof unbilledInput>): Promise<Unbilled> {
  const client = await findClient(ctx, input.client_id)
  const { from, to, project_id } = input
  const open = unbilled(ctx)
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
      'time_entries.task_id',
      'tasks.title as task_title',
    ])
    .where('time_entries.agency_id', '=', client.agency_id)
    .where('projects.assigned_client_id', '=', input.client_id)
    .$if(!!from, (query) =>
      query.where('time_entries.started_at', '>=', startOfDay(from ?? '', client.timezone)),
    )
    .$if(!!to, (query) =>
      query.where('time_entries.started_at', '<', startOfDay(shiftDate(to ?? '', 1), client.timezone)),
    )
    .orderBy('projects.name')
    .orderBy('time_entries.started_at')
    .orderBy('time_entries.id')
  const rows = await whereSet(open, 'time_entries.project_id', project_id).execute()
  const lines = toInvoiceLines(rows, input.group_by)
  return {
    lines,
    total_seconds: secondsOf(rows),
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    currency: client.currency,
  }
}

/** Clients with approved, billable time that is on no invoice yet, those with the oldest first. */
export const clientsWithUnbilledTime = (ctx: AgencyCtx, limit: number) =>
  unbilled(ctx)
    .where('time_entries.agency_id', '=', ctx.reach.agencyId)
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

/** Approved time that no payout covers yet, with its contributor. */
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

/** Contributors with approved hours to pay out, those with the oldest first; hours without a rate cost nothing. */
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

/** Approved hours of each contributor that no payout covers yet, at the cost rates of their time. */
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

async function findClient(ctx: UserCtx, id: string) {
  const client = await selectFrom(ctx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.agency_id', 'agencies.timezone', 'agencies.currency'])
    .where('clients.id', '=', id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return client
}
