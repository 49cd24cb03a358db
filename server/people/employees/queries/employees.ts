import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { PortalStatus } from '#shared/people/clients.ts'
import type { EmployeeCounters, EmployeeDto } from '#shared/people/employees.ts'
import type { employeeListInput } from '#shared/people/schemas/employees.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sortedBy, sortedPage } from '../../../base/core/rows/sorting.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'
import { isOpenTask } from '../../../base/db/open-tasks.ts'
import { toInstant } from '../../../base/db/values.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'
import { callerWeek, hoursByEmployee, secondsByEmployee, totalHours } from './hours.ts'
import { employeeKeys } from './orders.ts'

type EmployeeList = z.output<typeof employeeListInput>

/** The contributors visible to the caller, newest first or by a column. */
export async function listEmployees(ctx: UserCtx, input: EmployeeList): Promise<Page<EmployeeDto>> {
  const { order, descending, cursor, limit } = input
  const matching = whereMatches(selectEmployees(ctx), input)
  if (order === 'newest') {
    const page = await pageAfter(matching, ['employees.created_at', 'employees.id'], input, (row) => row)
    const children = await childrenOf(
      ctx,
      page.items.map(({ id }) => id),
    )
    return { ...page, items: page.items.map((row) => toEmployee(row, children)) }
  }
  const ids = matching.clearSelect().select('employees.id')
  const key = employeeKeys(callerWeek(ctx))[order]
  return sortedPage({
    order: sortedBy(ids, 'employees.id', { key, descending, cursor }),
    limit,
    load: (found) => employeesWith(ctx, found),
    toItem: (employee) => employee,
  })
}

async function employeesWith(ctx: UserCtx, ids: string[]): Promise<EmployeeDto[]> {
  const rows = await selectEmployees(ctx).where('employees.id', 'in', ids).execute()
  const children = await childrenOf(ctx, ids)
  return rows.map((row) => toEmployee(row, children))
}

const whereMatches = (employees: ReturnType<typeof selectEmployees>, { deactivated, search }: EmployeeList) =>
  employees
    .where('employees.deactivated_at', deactivated ? 'is not' : 'is', null)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [
            eb.ref('employees.name'),
            eb.ref('employees.email'),
            eb.ref('employees.unicode_email'),
            eb.ref('employees.role'),
            // The UI shows roles with spaces, so people search for them that way.
            sql<string>`replace(${eb.ref('employees.role')}, '_', ' ')`,
          ],
          search,
        ),
      ),
    )

/** One contributor, including deactivated ones; throws NOT_FOUND if missing or not accessible. */
export async function getEmployee(ctx: UserCtx, id: string): Promise<EmployeeDto> {
  const row = await selectEmployees(ctx).where('employees.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This contributor')
  return toEmployee(row, await childrenOf(ctx, [id]))
}

/** The summary cards, over all contributors who aren't deactivated. */
export async function countEmployees(ctx: UserCtx): Promise<EmployeeCounters> {
  const [people, projects, hours] = await Promise.all([
    selectFrom(ctx, 'employees')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.coalesce(eb.fn.sum<number>('performance_score'), eb.lit(0)).as('scores'),
      ])
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(),
    activeAssignments(ctx)
      .select((eb) => eb.fn.count<number>('projects.id').distinct().as('count'))
      .where('employees.deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(),
    totalHours(ctx),
  ])
  return {
    total_employees: people.count,
    active_projects: projects.count,
    total_hours: roundHours(hours),
    avg_performance: people.count === 0 ? 0 : Math.round(Number(people.scores) / people.count),
  }
}

type EmployeeRow = Awaited<ReturnType<ReturnType<typeof selectEmployees>['executeTakeFirstOrThrow']>>

function selectEmployees(ctx: UserCtx) {
  return selectFrom(ctx, 'employees')
    .innerJoin('agencies', 'agencies.id', 'employees.agency_id')
    .select([
      'employees.id',
      'employees.agency_id',
      'agencies.name as agency_name',
      'agencies.currency',
      'employees.name',
      'employees.email',
      'employees.role',
      'employees.hourly_rate',
      'employees.performance_score',
      'employees.deactivated_at',
      'employees.version',
      'employees.created_at',
    ])
}

/** Contributors joined to their current projects: neither completed nor archived. */
const activeAssignments = (ctx: Ctx) =>
  selectFrom(ctx, 'employees')
    .innerJoin('project_assignees', (join) =>
      join
        .onRef('project_assignees.agency_id', '=', 'employees.agency_id')
        .onRef('project_assignees.employee_id', '=', 'employees.id'),
    )
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'project_assignees.agency_id')
        .onRef('projects.id', '=', 'project_assignees.project_id'),
    )
    .where('projects.archived_at', 'is', null)
    .where('projects.status', '!=', 'completed')

interface EmployeeChildren {
  skills: Map<string, string[]>
  projects: Map<string, number>
  tasks: Map<string, number>
  hours: Map<string, number>
  week: Map<string, number>
  active: Map<string, string>
  users: Map<string, { user_id: string; email: string }>
  invited: Set<string>
}

const NO_CHILDREN: EmployeeChildren = {
  skills: new Map(),
  projects: new Map(),
  tasks: new Map(),
  hours: new Map(),
  week: new Map(),
  active: new Map(),
  users: new Map(),
  invited: new Set(),
}

async function childrenOf(ctx: UserCtx, ids: string[]): Promise<EmployeeChildren> {
  if (ids.length === 0) return NO_CHILDREN
  const [skills, projects, tasks, hours, week, active, users, invited] = await Promise.all([
    selectFrom(ctx, 'employee_skills')
      .select(['employee_id', 'name'])
      .where('employee_id', 'in', ids)
      .orderBy('position')
      .execute(),
    activeAssignments(ctx)
      .select((eb) => ['employees.id', eb.fn.countAll<number>().as('count')])
      .where('employees.id', 'in', ids)
      .groupBy(['employees.agency_id', 'employees.id'])
      .execute(),
    selectFrom(ctx, 'tasks')
      .innerJoin('projects', (join) =>
        join
          .onRef('projects.agency_id', '=', 'tasks.agency_id')
          .onRef('projects.id', '=', 'tasks.project_id'),
      )
      .select((eb) => ['tasks.assigned_to_id', eb.fn.countAll<number>().as('count')])
      .where('tasks.assigned_to_id', 'in', ids)
      .$narrowType<{ assigned_to_id: NotNull }>()
      .where(isOpenTask)
      .groupBy('tasks.assigned_to_id')
      .execute(),
    hoursByEmployee(ctx, ids),
    secondsByEmployee(ctx, ids, callerWeek(ctx)),
    selectFrom(ctx, 'profiles')
      .innerJoin('activity', (join) =>
        join
          .onRef('activity.agency_id', '=', 'profiles.agency_id')
          .onRef('activity.actor_id', '=', 'profiles.user_id'),
      )
      .select((eb) => ['profiles.employee_id', eb.fn.max('activity.created_at').as('latest')])
      .where('profiles.employee_id', 'in', ids)
      .$narrowType<{ employee_id: NotNull }>()
      .groupBy('profiles.employee_id')
      .execute(),
    selectFrom(ctx, 'profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['profiles.employee_id', 'profiles.user_id', 'users.email'])
      .where('profiles.employee_id', 'in', ids)
      .where('users.password_hash', '!=', DELETED_PASSWORD)
      .$narrowType<{ employee_id: NotNull }>()
      .execute(),
    selectFrom(ctx, 'invitations')
      .select('employee_id')
      .where('employee_id', 'in', ids)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', toInstant(ctx.now))
      .execute(),
  ])
  const byEmployee = Map.groupBy(skills, (skill) => skill.employee_id)
  return {
    skills: new Map([...byEmployee].map(([id, rows]) => [id, rows.map((row) => row.name)])),
    projects: new Map(projects.map((row) => [row.id, row.count])),
    tasks: new Map(tasks.map((row) => [row.assigned_to_id, row.count])),
    hours,
    week,
    active: new Map(active.map((row) => [row.employee_id, row.latest])),
    users: new Map(users.map((row) => [row.employee_id, row])),
    invited: new Set(invited.flatMap((row) => row.employee_id ?? [])),
  }
}

const toEmployee = (row: EmployeeRow, children: EmployeeChildren): EmployeeDto => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  user_id: children.users.get(row.id)?.user_id ?? null,
  name: row.name,
  email: row.email,
  role: row.role,
  hourly_rate: row.hourly_rate,
  currency: row.currency,
  skills: children.skills.get(row.id) ?? [],
  active_projects: children.projects.get(row.id) ?? 0,
  open_tasks: children.tasks.get(row.id) ?? 0,
  total_hours: roundHours(children.hours.get(row.id) ?? 0),
  week_seconds: children.week.get(row.id) ?? 0,
  last_active_at: children.active.get(row.id) ?? null,
  performance_score: row.performance_score,
  portal_status: statusOf(row.id, children),
  account_email: children.users.get(row.id)?.email ?? null,
  deactivated_at: row.deactivated_at,
  version: row.version,
  created_at: row.created_at,
})

const roundHours = (hours: number): number => Math.round(hours * 100) / 100

function statusOf(id: string, { users, invited }: EmployeeChildren): PortalStatus {
  if (users.has(id)) return 'active'
  return invited.has(id) ? 'invited' : 'none'
}
