import type { AgencyId } from '#shared/roles.ts'
import { LOCK_MESSAGES } from '#shared/work-log.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { clientFilter } from '../../db/scope-guard.ts'
import { toFlag } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { dateOf, mondayOf } from '../../services/zone.ts'

/** What an entry is about, with the rates as they stand now. */
export interface Work {
  agency_id: AgencyId | null
  employee_id: string | null
  project_id: string | null
  task_id: string | null
  note: string | null
  billable: number
  billing_rate: number
  cost_rate: number
}

interface WorkInput {
  project_id?: string | null
  task_id?: string | null
  note: string | null
  billable: boolean
}

/** Finds project and task (a task alone brings its project) and snapshots the rates; NOT_FOUND when foreign. */
export async function resolveWork(trx: Trx, scope: Scope, input: WorkInput): Promise<Work> {
  const taskProject = input.task_id ? await projectOfTask(trx, scope, input.task_id) : null
  const projectId = input.project_id ?? taskProject
  if (taskProject !== null && projectId !== taskProject) throw notFound('This task')
  const project = projectId === null ? null : await findProject(trx, scope, projectId)
  const hourlyRate = await contributorRate(trx, scope)
  return {
    agency_id: scope.agencyId,
    employee_id: scope.employeeId,
    project_id: projectId,
    task_id: input.task_id ?? null,
    note: input.note,
    billable: toFlag(input.billable),
    billing_rate: project?.billing_rate ?? hourlyRate,
    cost_rate: hourlyRate,
  }
}

/**
 * BAD_REQUEST when the instant lies in a week that is submitted or approved. Sheets are the agency's: cut
 * into its weeks in its zone, whatever days the contributor sees.
 */
export async function requireOpenWeek(trx: Trx, scope: Scope, instant: string | Date): Promise<void> {
  if (scope.agencyId === null) return
  const date = dateOf(instant, scope.booksZone)
  const sheet = await trx
    .selectFrom('timesheets')
    .select('status')
    .where('agency_id', '=', scope.agencyId)
    .where('user_id', '=', scope.userId)
    .where('week_start', '=', mondayOf(date))
    .executeTakeFirst()
  if (sheet === undefined || sheet.status === 'rejected') return
  throw new AppError('BAD_REQUEST', LOCK_MESSAGES[sheet.status], { reason: 'week_locked' })
}

/** Owners follow their people's time, so the agency hears of it; without an agency only the person does. */
export const announceTime = (trx: Trx, scope: Scope): Promise<void> =>
  publishChange(trx, scope, {
    domains: ['workLog', 'timesheets', 'employees', 'dashboard'],
    userId: scope.agencyId === null ? scope.userId : null,
  })

async function projectOfTask(trx: Trx, scope: Scope, taskId: string): Promise<string> {
  const task = await trx
    .selectFrom('tasks')
    .select('project_id')
    .where('agency_id', '=', scope.agencyId ?? ('none' as AgencyId))
    .where('id', '=', taskId)
    .executeTakeFirst()
  if (task === undefined) throw notFound('This task')
  return task.project_id
}

async function findProject(trx: Trx, scope: Scope, id: string) {
  const clientId = clientFilter(scope)
  const project = await trx
    .selectFrom('projects')
    .select('billing_rate')
    .where('agency_id', '=', scope.agencyId ?? ('none' as AgencyId))
    .where('id', '=', id)
    .$if(clientId !== null, (query) => query.where('assigned_client_id', '=', clientId ?? ''))
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}

async function contributorRate(trx: Trx, scope: Scope): Promise<number> {
  if (scope.agencyId === null || scope.employeeId === null) return 0
  const employee = await trx
    .selectFrom('employees')
    .select('hourly_rate')
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', scope.employeeId)
    .executeTakeFirst()
  return employee?.hourly_rate ?? 0
}
