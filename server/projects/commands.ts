import type { z } from 'zod'
import {
  PROJECT_STATUS_LABELS,
  type ProjectDto,
  type ProjectStatus,
  type projectArchiveInput,
  type projectCreateInput,
  type projectStatusInput,
  type projectUpdateInput,
} from '#shared/projects.ts'
import { recordActivity } from '../activity/record.ts'
import { type AgencyScope, callerDate } from '../auth/scope.ts'
import { isUniqueViolation } from '../db/dialect.ts'
import type { Db, Trx } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { AppError, conflict, notFound } from '../errors.ts'
import { notifyProjectStatus } from '../notifications/commands/about-work.ts'
import { type PlanLimits, requireRoom } from '../packages/queries/subscription.ts'
import { getProject } from './queries.ts'
import { changedProjectFields, freeProjectNumber, projectNumber } from './rules.ts'

type ProjectCreate = z.output<typeof projectCreateInput>
type ProjectUpdate = z.output<typeof projectUpdateInput>

const NUMBER_ATTEMPTS = 5
const UNLIMITED: PlanLimits = { enforcePlanLimits: false }

/** Adds a planned project at 0 percent; its number is unique even when two are created in one instant. */
export async function createProject(
  db: Db,
  scope: AgencyScope,
  input: ProjectCreate,
  limits: PlanLimits = UNLIMITED,
): Promise<ProjectDto> {
  await requireRoom(db, limits, scope, 'projects')
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, (trx) => insertProject(trx, scope, input))
    } catch (error) {
      if (!isUniqueViolation(error) || db.isTransaction || attempt === NUMBER_ATTEMPTS) throw error
    }
  }
}

async function insertProject(trx: Trx, scope: AgencyScope, input: ProjectCreate): Promise<ProjectDto> {
  const id = newId()
  const now = toInstant(scope.now)
  const today = callerDate(scope)
  const clientId = await findClientByName(trx, scope, input.client)
  await trx
    .insertInto('projects')
    .values({
      agency_id: scope.agencyId,
      id,
      unique_id: await nextProjectNumber(trx, scope.now),
      name: input.name,
      description: input.description,
      category: input.category,
      assigned_client_id: clientId,
      total_price: input.total_price,
      start_date: input.start_date ?? today,
      delivery_date: input.delivery_date ?? today,
      status: 'planning',
      progress_override: null,
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await writeProjectParts(trx, scope, id, input)
  await recordProjectActivity(
    trx,
    scope,
    { id, clientId },
    'project.created',
    `Project “${input.name}” created`,
  )
  return getProject(trx, scope, id)
}

/** Writes every field of the project; CONFLICT, naming what differs, when `version` is not the current one. */
export function updateProject(db: Db, scope: AgencyScope, input: ProjectUpdate): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const current = await getProject(trx, scope, input.id)
    const today = callerDate(scope)
    const dates = { start_date: input.start_date ?? today, delivery_date: input.delivery_date ?? today }
    if (input.version !== current.version) {
      throw conflict('This project', changedProjectFields(current, { ...input, ...dates }))
    }
    const clientId = await findClientByName(trx, scope, input.client, current.assigned_client_id)
    await writeProject(trx, scope, current, {
      name: input.name,
      description: input.description,
      category: input.category,
      assigned_client_id: clientId,
      total_price: input.total_price,
      ...dates,
      status: input.status,
      progress_override: input.progress,
    })
    await deleteProjectParts(trx, scope, input.id)
    await writeProjectParts(trx, scope, input.id, input)
    await recordStatusOrEdit(trx, scope, { ...current, name: input.name, clientId }, input.status)
    return getProject(trx, scope, input.id)
  })
}

/** Moves the project to another status and leaves everything else as it is. */
export function setProjectStatus(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectStatusInput>,
): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const current = await getProject(trx, scope, input.id)
    if (input.version !== undefined && input.version !== current.version) throw conflict('This project')
    if (input.status === current.status) return current
    await writeProject(trx, scope, current, { status: input.status })
    await recordStatusOrEdit(trx, scope, { ...current, clientId: current.assigned_client_id }, input.status)
    return getProject(trx, scope, input.id)
  })
}

/** Hides a project and its tasks from lists, or brings it back. */
export function setProjectArchived(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectArchiveInput>,
): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const project = await trx
      .updateTable('projects')
      .set({ archived_at: input.archived ? now : null, updated_at: now })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning(['name', 'assigned_client_id'])
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    await recordProjectActivity(
      trx,
      scope,
      { id: input.id, clientId: project.assigned_client_id },
      input.archived ? 'project.archived' : 'project.restored',
      `Project “${project.name}” ${input.archived ? 'archived' : 'restored'}`,
    )
    return getProject(trx, scope, input.id)
  })
}

interface ProjectColumns {
  name: string
  description: string | null
  category: ProjectDto['category']
  assigned_client_id: string
  total_price: number
  start_date: string
  delivery_date: string
  status: ProjectStatus
  progress_override: number | null
}

async function writeProject(
  trx: Trx,
  scope: AgencyScope,
  current: { id: string; version: number },
  columns: Partial<ProjectColumns>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ ...columns, version: current.version + 1, updated_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('This project')
}

/** The client of this name; an archived one only where it is the project's present client. */
async function findClientByName(
  trx: Trx,
  scope: AgencyScope,
  name: string,
  presentClientId = '',
): Promise<string> {
  const matches = await trx
    .selectFrom('clients')
    .select(['id', 'name'])
    .where('agency_id', '=', scope.agencyId)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where((eb) => eb.or([eb('archived_at', 'is', null), eb('id', '=', presentClientId)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const match =
    matches.find((client) => client.id === presentClientId) ??
    matches.find((client) => client.name === name) ??
    matches[0]
  if (match === undefined) {
    const message = 'Please select a valid client for this project.'
    throw new AppError('BAD_REQUEST', message, { title: 'Client Required', fields: { client: message } })
  }
  return match.id
}

async function nextProjectNumber(trx: Trx, now: Date): Promise<string> {
  const { last } = await trx
    .selectFrom('projects')
    .select((eb) => eb.fn.max<string | null>('unique_id').as('last'))
    .where('unique_id', '>=', projectNumber(now.getTime()))
    .where('unique_id', '<', projectNumber(now.getTime() + 60_000))
    .executeTakeFirstOrThrow()
  return freeProjectNumber(now, last)
}

async function writeProjectParts(
  trx: Trx,
  scope: AgencyScope,
  projectId: string,
  input: Pick<ProjectCreate, 'requirements' | 'deliverables' | 'assigned_employee_ids'>,
): Promise<void> {
  const key = { agency_id: scope.agencyId, project_id: projectId }
  const employeeIds = [...new Set(input.assigned_employee_ids)]
  if (employeeIds.length > 0) {
    const found = await trx
      .selectFrom('employees')
      .select('id')
      .where('agency_id', '=', scope.agencyId)
      .where('id', 'in', employeeIds)
      .execute()
    if (found.length !== employeeIds.length) throw notFound('This contributor')
    await trx
      .insertInto('project_assignees')
      .values(employeeIds.map((employee_id) => ({ ...key, employee_id })))
      .execute()
  }
  const toRows = (texts: string[]) => texts.map((text, position) => ({ ...key, position, text }))
  if (input.requirements.length > 0) {
    await trx.insertInto('project_requirements').values(toRows(input.requirements)).execute()
  }
  if (input.deliverables.length > 0) {
    await trx.insertInto('project_deliverables').values(toRows(input.deliverables)).execute()
  }
}

async function deleteProjectParts(trx: Trx, scope: AgencyScope, projectId: string): Promise<void> {
  for (const table of ['project_assignees', 'project_requirements', 'project_deliverables'] as const) {
    await trx
      .deleteFrom(table)
      .where('agency_id', '=', scope.agencyId)
      .where('project_id', '=', projectId)
      .execute()
  }
}

async function recordStatusOrEdit(
  trx: Trx,
  scope: AgencyScope,
  project: { id: string; name: string; clientId: string; status: ProjectStatus },
  status: ProjectStatus,
): Promise<void> {
  if (status === project.status) {
    await recordProjectActivity(trx, scope, project, 'project.updated', `Project “${project.name}” updated`)
    return
  }
  if (status === 'completed') {
    await recordProjectActivity(trx, scope, project, 'project.completed', `${project.name} completed`)
  } else {
    const summary = `${project.name} moved to ${PROJECT_STATUS_LABELS[status]}`
    await recordProjectActivity(trx, scope, project, 'project.status_changed', summary)
  }
  await notifyProjectStatus(trx, scope, project, status)
}

const recordProjectActivity = (
  trx: Trx,
  scope: AgencyScope,
  project: { id: string; clientId: string },
  action: string,
  summary: string,
): Promise<void> =>
  recordActivity(trx, scope, {
    action,
    subject: { type: 'project', id: project.id },
    projectId: project.id,
    clientId: project.clientId,
    touches: ['projects', 'tasks', 'clients'],
    summary,
  })
