import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { type ProjectCounters, type ProjectDto, projectProgress } from '#shared/work/projects.ts'
import type { projectListInput } from '#shared/work/schemas/projects.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sortedBy, sortedPage } from '../../../base/core/rows/sorting.ts'
import { containsText, inNoOrder } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { mayDownloadAll, seesProjectPrice } from '../policy.ts'
import { clientName, PROJECT_KEYS } from './orders.ts'
import { projectsContaining } from './text-filter.ts'

type ProjectList = z.output<typeof projectListInput>
type Projects = SelectQueryBuilder<Schema, 'projects', object>

/** The projects visible to the caller, newest first or by a column. */
export async function listProjects(ctx: UserCtx, input: ProjectList): Promise<Page<ProjectDto>> {
  const { order, descending, cursor, limit, archived, search } = input
  const named = archived ? null : await projectsContaining(ctx, search)
  const matching = whereMatches(selectFrom(ctx, 'projects'), input).$if(named !== null, (query) =>
    query.where('projects.id', 'in', named ?? []).orderBy(inNoOrder('projects.created_at')),
  )
  if (order === 'newest') {
    const newest = withDetails(matching)
    const page = await pageAfter(newest, ['projects.created_at', 'projects.id'], input, (row) => row)
    const parts = await partsByProject(ctx, page.items)
    return { ...page, items: page.items.map((row) => toProject(row, parts, ctx)) }
  }
  return sortedPage({
    order: sortedBy(matching.select('projects.id'), 'projects.id', {
      key: PROJECT_KEYS[order],
      descending,
      cursor,
    }),
    limit,
    load: (found) => projectsWith(ctx, found),
    toItem: (project) => project,
  })
}

async function projectsWith(ctx: UserCtx, ids: string[]): Promise<ScopedProject[]> {
  const rows = await visibleProjects(ctx).where('projects.id', 'in', ids).execute()
  const parts = await partsByProject(ctx, rows)
  return rows.map((row) => toProject(row, parts, ctx))
}

const whereMatches = (projects: Projects, input: ProjectList) =>
  projects
    .where('projects.archived_at', input.archived ? 'is not' : 'is', null)
    .$call((query) => whereSet(query, 'projects.status', input.status))
    .$if(input.active === true, (query) => query.where('projects.status', '!=', 'completed'))
    .$call((query) => whereSet(query, 'projects.assigned_client_id', input.client_id))
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
          [eb.ref('projects.name'), eb.ref('projects.description'), eb.ref('projects.unique_id'), clientName],
          input.search,
        ),
      ),
    )

/** A project with a verified agency id, so that commands can write to it. */
export type ScopedProject = ProjectDto & { agency_id: AgencyId }

/** One project, including archived ones; throws NOT_FOUND if missing or not accessible. */
export async function getProject(ctx: UserCtx, id: string): Promise<ScopedProject> {
  const row = await visibleProjects(ctx).where('projects.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This project')
  return toProject(row, await partsByProject(ctx, [row]), ctx)
}

/** The number of projects by status; all but `archived` exclude archived ones. */
export async function countProjects(ctx: UserCtx): Promise<ProjectCounters> {
  const rows = await selectFrom(ctx, 'projects')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('archived_at').as('archived'),
    ])
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

/**
 * The columns of a visible project that access checks need; throws NOT_FOUND if missing or not accessible.
 */
export async function requireProject(ctx: UserCtx, id: string) {
  const row = await selectFrom(ctx, 'projects')
    .select(['agency_id', 'id', 'name', 'unique_id', 'assigned_client_id', 'status', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This project')
  return row
}

const visibleProjects = (ctx: UserCtx) => withDetails(selectFrom(ctx, 'projects'))

function withDetails(projects: Projects) {
  return projects
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
      'projects.sample',
      'projects.archived_at',
      'projects.version',
      'projects.created_at',
    ])
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof visibleProjects>['executeTakeFirstOrThrow']>>

interface ProjectParts {
  team: { id: string; name: string }[]
  requirements: string[]
  deliverables: string[]
  task_count: number
  done_task_count: number
}

/** Team, texts, and task counts of the projects, with one query each. */
async function partsByProject(
  ctx: Ctx,
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
    selectFrom(ctx, 'project_assignees as assignment')
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
    selectTexts(ctx, 'project_requirements', agencyIds, ids),
    selectTexts(ctx, 'project_deliverables', agencyIds, ids),
    selectFrom(ctx, 'task_tallies')
      .select(['project_id', 'todo', 'in_progress', 'review', 'done'])
      .where('agency_id', 'in', agencyIds)
      .where('project_id', 'in', ids)
      .execute(),
  ])
  for (const { project_id, id, name } of team) parts.get(project_id)?.team.push({ id, name })
  for (const row of requirements) parts.get(row.project_id)?.requirements.push(row.text)
  for (const row of deliverables) parts.get(row.project_id)?.deliverables.push(row.text)
  for (const row of counts) {
    const part = parts.get(row.project_id)
    if (part === undefined) continue
    part.task_count = row.todo + row.in_progress + row.review + row.done
    part.done_task_count = row.done
  }
  return parts
}

const selectTexts = (
  ctx: Ctx,
  table: 'project_requirements' | 'project_deliverables',
  agencyIds: AgencyId[],
  projectIds: string[],
) =>
  selectFrom(ctx, table)
    .select(['project_id', 'text'])
    .where('agency_id', 'in', agencyIds)
    .where('project_id', 'in', projectIds)
    .orderBy('position')
    .execute()

function toProject(row: ProjectRow, parts: Map<string, ProjectParts>, ctx: UserCtx): ScopedProject {
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
    total_price: seesProjectPrice(ctx) ? row.total_price : null,
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
    can_download_all: mayDownloadAll(ctx, row),
    sample: fromFlag(row.sample),
    archived_at: row.archived_at,
    version: row.version,
    created_at: row.created_at,
  }
}
