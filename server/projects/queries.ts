import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import {
  type ProjectCounters,
  type ProjectDto,
  type projectListInput,
  projectProgress,
} from '#shared/projects.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import { containsText } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, clientFilter } from '../db/scope-guard.ts'
import { notFound } from '../errors.ts'
import { seesProjectPrice } from './policy.ts'

/** Projects the caller may see, newest first. */
export async function listProjects(
  db: Db,
  scope: Scope,
  input: z.output<typeof projectListInput>,
): Promise<Page<ProjectDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await visibleProjects(db, scope)
    .where('projects.archived_at', input.archived ? 'is not' : 'is', null)
    .$if(input.status != null, (query) => query.where('projects.status', '=', input.status ?? 'planning'))
    .$if(input.active === true, (query) => query.where('projects.status', '!=', 'completed'))
    .$if(input.client_id != null, (query) =>
      query.where('projects.assigned_client_id', '=', input.client_id ?? ''),
    )
    .$if(input.employee_id != null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('project_assignees')
            .select('project_assignees.project_id')
            .whereRef('project_assignees.agency_id', '=', 'projects.agency_id')
            .whereRef('project_assignees.project_id', '=', 'projects.id')
            .where('project_assignees.employee_id', '=', input.employee_id ?? ''),
        ),
      ),
    )
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [
            eb.ref('projects.name'),
            eb.ref('projects.description'),
            eb.ref('projects.unique_id'),
            eb.ref('clients.name'),
          ],
          input.search,
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('projects.created_at', 'projects.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('projects.created_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const parts = await loadProjectParts(db, rows.slice(0, input.limit))
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => toProject(row, parts, scope),
  )
}

/** One project, archived or not; NOT_FOUND when it is missing or foreign. */
export async function getProject(db: Db, scope: Scope, id: string): Promise<ProjectDto> {
  const row = await visibleProjects(db, scope).where('projects.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This project')
  return toProject(row, await loadProjectParts(db, [row]), scope)
}

/** How many projects there are of each status; all but `archived` leave archived ones out. */
export async function countProjects(db: Db, scope: Scope): Promise<ProjectCounters> {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  const rows = await db
    .selectFrom('projects')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('archived_at').as('archived'),
    ])
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('assigned_client_id', '=', clientId ?? ''))
    .groupBy('status')
    .execute()
  const counters: ProjectCounters = {
    total: 0,
    active: 0,
    archived: 0,
    planning: 0,
    in_progress: 0,
    review: 0,
    completed: 0,
  }
  for (const row of rows) {
    const shown = row.count - row.archived
    counters[row.status] = shown
    counters.total += shown
    counters.archived += row.archived
    if (row.status !== 'completed') counters.active += shown
  }
  return counters
}

/** The columns of a project the caller may see, for access checks; NOT_FOUND when missing or foreign. */
export async function requireProject(db: Db, scope: Scope, id: string) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  const row = await db
    .selectFrom('projects')
    .select(['agency_id', 'id', 'name', 'unique_id', 'assigned_client_id', 'status', 'archived_at'])
    .where('id', '=', id)
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('assigned_client_id', '=', clientId ?? ''))
    .executeTakeFirst()
  if (row === undefined) throw notFound('This project')
  return row
}

function visibleProjects(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  return db
    .selectFrom('projects')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'projects.agency_id')
        .onRef('clients.id', '=', 'projects.assigned_client_id'),
    )
    .select([
      'projects.id',
      'projects.unique_id',
      'projects.agency_id',
      'agencies.name as agency_name',
      'agencies.currency',
      'projects.name',
      'projects.description',
      'projects.category',
      'projects.assigned_client_id',
      'clients.name as client_name',
      'clients.email as client_email',
      'projects.total_price',
      'projects.start_date',
      'projects.delivery_date',
      'projects.status',
      'projects.progress_override',
      'projects.archived_at',
      'projects.version',
      'projects.created_at',
    ])
    .$if(agencyId !== null, (query) => query.where('projects.agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('projects.assigned_client_id', '=', clientId ?? ''))
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof visibleProjects>['executeTakeFirstOrThrow']>>

interface ProjectParts {
  team: { id: string; name: string }[]
  requirements: string[]
  deliverables: string[]
  task_count: number
  done_task_count: number
}

/** Team, texts and task counts of the projects, in one query each. */
async function loadProjectParts(
  db: Db,
  projects: readonly { id: string; agency_id: AgencyId }[],
): Promise<Map<string, ProjectParts>> {
  const parts = new Map<string, ProjectParts>()
  for (const { id } of projects) {
    parts.set(id, { team: [], requirements: [], deliverables: [], task_count: 0, done_task_count: 0 })
  }
  if (projects.length === 0) return parts
  const ids = [...parts.keys()]
  const agencyIds = [...new Set(projects.map((project) => project.agency_id))]
  const [team, requirements, deliverables, counts] = await Promise.all([
    db
      .selectFrom('project_assignees as assignment')
      .innerJoin('employees', (join) =>
        join
          .onRef('employees.agency_id', '=', 'assignment.agency_id')
          .onRef('employees.id', '=', 'assignment.employee_id'),
      )
      .select(['assignment.project_id', 'employees.id', 'employees.name'])
      .where('assignment.agency_id', 'in', agencyIds)
      .where('assignment.project_id', 'in', ids)
      .orderBy('employees.name')
      .orderBy('employees.id')
      .execute(),
    selectTexts(db, 'project_requirements', agencyIds, ids),
    selectTexts(db, 'project_deliverables', agencyIds, ids),
    db
      .selectFrom('tasks')
      .select((eb) => ['project_id', 'status', eb.fn.countAll<number>().as('count')])
      .where('agency_id', 'in', agencyIds)
      .where('project_id', 'in', ids)
      .groupBy(['project_id', 'status'])
      .execute(),
  ])
  for (const { project_id, id, name } of team) parts.get(project_id)?.team.push({ id, name })
  for (const row of requirements) parts.get(row.project_id)?.requirements.push(row.text)
  for (const row of deliverables) parts.get(row.project_id)?.deliverables.push(row.text)
  for (const row of counts) {
    const part = parts.get(row.project_id)
    if (part === undefined) continue
    part.task_count += row.count
    if (row.status === 'done') part.done_task_count += row.count
  }
  return parts
}

const selectTexts = (
  db: Db,
  table: 'project_requirements' | 'project_deliverables',
  agencyIds: AgencyId[],
  projectIds: string[],
) =>
  db
    .selectFrom(table)
    .select(['project_id', 'text'])
    .where('agency_id', 'in', agencyIds)
    .where('project_id', 'in', projectIds)
    .orderBy('position')
    .execute()

function toProject(row: ProjectRow, parts: Map<string, ProjectParts>, scope: Scope): ProjectDto {
  const part = parts.get(row.id)
  const team = part?.team ?? []
  const task_count = part?.task_count ?? 0
  const done_task_count = part?.done_task_count ?? 0
  return {
    id: row.id,
    unique_id: row.unique_id,
    agency_id: row.agency_id,
    agency_name: row.agency_name,
    name: row.name,
    description: row.description,
    category: row.category,
    assigned_client_id: row.assigned_client_id,
    client: { id: row.assigned_client_id, name: row.client_name, email: row.client_email },
    assigned_employee_ids: team.map((member) => member.id),
    team,
    total_price: seesProjectPrice(scope) ? row.total_price : null,
    currency: row.currency,
    start_date: row.start_date,
    delivery_date: row.delivery_date,
    requirements: part?.requirements ?? [],
    deliverables: part?.deliverables ?? [],
    status: row.status,
    progress: projectProgress({ ...row, task_count, done_task_count }),
    progress_is_manual: row.progress_override !== null,
    task_count,
    done_task_count,
    archived_at: row.archived_at,
    version: row.version,
    created_at: row.created_at,
  }
}
