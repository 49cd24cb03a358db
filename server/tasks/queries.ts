import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { AgencyId } from '#shared/roles.ts'
import type {
  SubtaskDto,
  TaskCounters,
  TaskDetailDto,
  TaskDto,
  taskCountersInput,
  taskListInput,
} from '#shared/tasks.ts'
import { callerDate, type Scope } from '../auth/scope.ts'
import { type Cursor, decodeCursor, toPage } from '../db/cursor.ts'
import { containsText } from '../db/dialect.ts'
import { prepare } from '../db/prepare.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, clientFilter } from '../db/scope-guard.ts'
import { fromFlag } from '../db/values.ts'
import { notFound } from '../errors.ts'
import { tasksByProject } from './queries/by-project.ts'
import { boardCursorKey, type DueRange, dueRange, FIRST_PAGE, readBoardCursorKey } from './rules.ts'

type TaskList = z.output<typeof taskListInput>

/**
 * Tasks the caller may see, newest first or as the board orders them. Tasks of archived projects are
 * left out unless that project is asked for.
 */
export async function listTasks(db: Db, scope: Scope, input: TaskList): Promise<Page<TaskDto>> {
  const rows = await selectPage(db, scope, input)
  const shown = rows.slice(0, input.limit)
  const subtasks = await loadSubtasks(db, shown)
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: input.order === 'board' ? boardCursorKey(row) : row.created_at, id: row.id }),
    (row) => toTask(row, subtasks),
  )
}

/** A task with its agency vouched for, so that commands may write to it. */
export type ScopedTask = TaskDto & { agency_id: AgencyId }

/** One task; NOT_FOUND when it is missing or foreign. */
export async function getTask(db: Db, scope: Scope, id: string): Promise<ScopedTask> {
  const row = await visibleTasks(db, scope).where('tasks.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This task')
  return toTask(row, await loadSubtasks(db, [row]))
}

/** These tasks in the order given; NOT_FOUND when any of them is missing or foreign. */
export async function getTasks(db: Db, scope: Scope, ids: readonly string[]): Promise<ScopedTask[]> {
  if (ids.length === 0) return []
  const rows = await visibleTasks(db, scope).where('tasks.id', 'in', ids).execute()
  const subtasks = await loadSubtasks(db, rows)
  const byId = new Map(rows.map((row) => [row.id, toTask(row, subtasks)]))
  return ids.map((id) => {
    const task = byId.get(id)
    if (task === undefined) throw notFound('This task')
    return task
  })
}

/** One task with the tasks it waits for and those that wait for it. */
export async function getTaskDetail(db: Db, scope: Scope, id: string): Promise<TaskDetailDto> {
  const task = await getTask(db, scope, id)
  const linked = (from: 'task_id' | 'blocked_by_id', to: 'task_id' | 'blocked_by_id') =>
    visibleTasks(db, scope)
      .clearSelect()
      .innerJoin('task_dependencies as link', (join) =>
        join.onRef('link.agency_id', '=', 'tasks.agency_id').onRef(`link.${to}`, '=', 'tasks.id'),
      )
      .select(['tasks.id', 'tasks.title', 'tasks.status'])
      .where(`link.${from}`, '=', id)
      .orderBy('tasks.title')
      .orderBy('tasks.id')
      .execute()
  const [blocked_by, blocks] = await Promise.all([
    linked('task_id', 'blocked_by_id'),
    linked('blocked_by_id', 'task_id'),
  ])
  return { ...task, blocked_by, blocks }
}

/** How many of the tasks the list shows there are of each status. */
export async function countTasks(
  db: Db,
  scope: Scope,
  input: z.output<typeof taskCountersInput> = {},
): Promise<TaskCounters> {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  // Grouped by project first, so that an index alone answers even for very many tasks.
  const ofProjects = db
    .selectFrom('tasks')
    .select((eb) => ['project_id', 'status', eb.fn.countAll<number>().as('count')])
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .$if(input.project_id != null, (query) => query.where('project_id', '=', input.project_id ?? ''))
    .$if(input.project_id == null, (query) =>
      query.where('project_id', 'not in', (eb) =>
        eb
          .selectFrom('projects')
          .select('projects.id')
          .where('projects.archived_at', 'is not', null)
          .$if(agencyId !== null, (archived) => archived.where('projects.agency_id', '=', agencyId)),
      ),
    )
    .$if(clientId !== null, (query) =>
      query.where('project_id', 'in', (eb) =>
        eb
          .selectFrom('projects')
          .select('projects.id')
          .where('projects.agency_id', '=', agencyId)
          .where('projects.assigned_client_id', '=', clientId ?? ''),
      ),
    )
    .groupBy(['project_id', 'status'])
    .as('of_projects')
  const rows = await db
    .selectFrom(ofProjects)
    .select((eb) => ['of_projects.status', eb.fn.sum<number>('of_projects.count').as('count')])
    .groupBy('of_projects.status')
    .execute()
  const counters: TaskCounters = { total: 0, todo: 0, in_progress: 0, review: 0, done: 0 }
  for (const row of rows) {
    counters[row.status] = row.count
    counters.total += row.count
  }
  return counters
}

function selectPage(db: Db, scope: Scope, input: TaskList): Promise<TaskRow[]> {
  const after = decodeCursor(input.cursor) ?? FIRST_PAGE
  const agencyId = agencyFilter(scope)
  const plain =
    input.search === '' &&
    !input.status &&
    !input.open &&
    !input.assigned_to_id &&
    !input.due &&
    input.order === 'newest'
  if (plain && agencyId !== null && clientFilter(scope) === null) {
    const page = { agencyId, afterKey: after.key, afterId: after.id, rows: input.limit + 1 }
    return input.project_id
      ? newestOfProject(db, { ...page, projectId: input.project_id })
      : newestOfAgency(db, page)
  }
  return selectFiltered(db, scope, input)
}

interface NewestPage {
  agencyId: AgencyId
  afterKey: string
  afterId: string
  rows: number
}

/** The two lists opened most, compiled once. */
const newestOfAgency = prepare((db, page: NewestPage) =>
  newest(taskRows(db), page)
    .where('tasks.agency_id', '=', page.agencyId)
    .where('projects.archived_at', 'is', null)
    .limit(page.rows),
)
const newestOfProject = prepare((db, page: NewestPage & { projectId: string }) =>
  newest(taskRows(db), page)
    .where('tasks.agency_id', '=', page.agencyId)
    .where('tasks.project_id', '=', page.projectId)
    .limit(page.rows),
)

const newest = (query: TaskQuery, after: { afterKey: string; afterId: string }) =>
  query
    .where((eb) =>
      eb(eb.refTuple('tasks.created_at', 'tasks.id'), '<', eb.tuple(after.afterKey, after.afterId)),
    )
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')

async function selectFiltered(db: Db, scope: Scope, input: TaskList): Promise<TaskRow[]> {
  const after = decodeCursor(input.cursor)
  const due = input.due ? dueRange(input.due, callerDate(scope)) : null
  return visibleTasks(db, scope)
    .$if(input.project_id != null, (query) => query.where('tasks.project_id', '=', input.project_id ?? ''))
    .$if(input.project_id == null, (query) => query.where('projects.archived_at', 'is', null))
    .$if(input.status != null, (query) => query.where('tasks.status', '=', input.status ?? 'todo'))
    .$if(input.open, (query) => query.where('tasks.status', '!=', 'done'))
    .$if(input.assigned_to_id != null, (query) =>
      query.where('tasks.assigned_to_id', '=', input.assigned_to_id ?? ''),
    )
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('tasks.title'), eb.ref('tasks.description'), eb.ref('tasks.id')],
          input.search,
        ),
      ),
    )
    .$if(due !== null, (query) => whereDue(query, due))
    .$if(input.order === 'newest', (query) =>
      newest(query, { afterKey: (after ?? FIRST_PAGE).key, afterId: (after ?? FIRST_PAGE).id }),
    )
    .$if(input.order === 'board', (query) => onBoard(query, after))
    .limit(input.limit + 1)
    .execute()
}

function whereDue(query: TaskQuery, due: DueRange | null): TaskQuery {
  if (due === null || due === 'undated') return query.where('tasks.due_date', 'is', null)
  return query
    .where('tasks.due_date', '>=', due.from)
    .where('tasks.due_date', '<=', due.to)
    .$if(due.openOnly, (open) => open.where('tasks.status', '!=', 'done'))
}

/** Hand-made order first, newest first among equals. */
function onBoard(query: TaskQuery, cursor: Cursor | null): TaskQuery {
  const ordered = query
    .orderBy('tasks.order_position')
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
  if (cursor === null) return ordered
  const { position, createdAt } = readBoardCursorKey(cursor.key)
  return ordered
    .where('tasks.order_position', '>=', position)
    .where((eb) =>
      eb.or([
        eb('tasks.order_position', '>', position),
        eb(eb.refTuple('tasks.created_at', 'tasks.id'), '<', eb.tuple(createdAt, cursor.id)),
      ]),
    )
}

function visibleTasks(db: Db, scope: Scope): TaskQuery {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  if (clientId === null) {
    return taskRows(db).$if(agencyId !== null, (query) => query.where('tasks.agency_id', '=', agencyId))
  }
  return withDetails(tasksByProject(db))
    .where('projects.agency_id', '=', agencyId)
    .where('projects.assigned_client_id', '=', clientId)
}

const taskRows = (db: Db) =>
  withDetails(
    db
      .selectFrom('tasks')
      .innerJoin('projects', (join) =>
        join
          .onRef('projects.agency_id', '=', 'tasks.agency_id')
          .onRef('projects.id', '=', 'tasks.project_id'),
      ),
  )

const withDetails = (tasks: ReturnType<typeof tasksByProject>) =>
  tasks
    .innerJoin('agencies', 'agencies.id', 'tasks.agency_id')
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'tasks.agency_id')
        .onRef('employees.id', '=', 'tasks.assigned_to_id'),
    )
    .select((eb) => [
      'tasks.id',
      'tasks.agency_id',
      'agencies.name as agency_name',
      'tasks.title',
      'tasks.description',
      'tasks.priority',
      'tasks.status',
      'tasks.assigned_to_id',
      'tasks.due_date',
      'tasks.estimated_minutes',
      'tasks.project_id',
      'tasks.order_position',
      'tasks.recurrence',
      'tasks.completed_at',
      'tasks.version',
      'tasks.created_at',
      'tasks.updated_at',
      'projects.name as project_name',
      'projects.unique_id as project_unique_id',
      'employees.name as assignee_name',
      // A scalar look-up, not a join: SQLite would start the join at every task of the agency.
      eb
        .selectFrom('task_dependencies as dependency')
        .whereRef('dependency.agency_id', '=', 'tasks.agency_id')
        .whereRef('dependency.task_id', '=', 'tasks.id')
        .where(
          (sub) =>
            sub
              .selectFrom('tasks as blocker')
              .whereRef('blocker.agency_id', '=', 'dependency.agency_id')
              .whereRef('blocker.id', '=', 'dependency.blocked_by_id')
              .select('blocker.status'),
          '!=',
          'done',
        )
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .as('open_blockers'),
    ])

type TaskQuery = ReturnType<typeof taskRows>
type TaskRow = Awaited<ReturnType<TaskQuery['executeTakeFirstOrThrow']>>
type Subtasks = Map<string, SubtaskDto[]>

const SLOTS = 50
const slots = Array.from({ length: SLOTS }, (_, index) => `task${index}`)

/** One compiled query for up to 50 tasks of an agency; unused slots repeat the last id. */
const subtasksOfAgency = prepare((db, params: { agencyId: AgencyId } & Record<string, string>) =>
  subtaskRows(db)
    .where('agency_id', '=', params.agencyId)
    .where(
      'task_id',
      'in',
      slots.map((slot) => params[slot] ?? ''),
    ),
)

async function loadSubtasks(
  db: Db,
  tasks: readonly { id: string; agency_id: AgencyId }[],
): Promise<Subtasks> {
  const subtasks: Subtasks = new Map()
  const first = tasks[0]
  if (first === undefined) return subtasks
  const ids = tasks.map((task) => task.id)
  const agencyIds = [...new Set(tasks.map((task) => task.agency_id))]
  const rows =
    agencyIds.length === 1 && ids.length <= SLOTS
      ? await subtasksOfAgency(db, fillSlots(first.agency_id, ids))
      : await subtaskRows(db).where('agency_id', 'in', agencyIds).where('task_id', 'in', ids).execute()
  for (const { task_id, id, title, completed } of rows) {
    const subtask = { id, title, completed: fromFlag(completed) }
    const siblings = subtasks.get(task_id)
    if (siblings === undefined) subtasks.set(task_id, [subtask])
    else siblings.push(subtask)
  }
  return subtasks
}

const subtaskRows = (db: Db) =>
  db.selectFrom('subtasks').select(['task_id', 'id', 'title', 'completed']).orderBy('position').orderBy('id')

function fillSlots(agencyId: AgencyId, ids: string[]): { agencyId: AgencyId } & Record<string, string> {
  const params: { agencyId: AgencyId } & Record<string, string> = { agencyId }
  slots.forEach((slot, index) => {
    params[slot] = ids[Math.min(index, ids.length - 1)] ?? ''
  })
  return params
}

const toTask = (row: TaskRow, subtasks: Subtasks): ScopedTask => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  title: row.title,
  description: row.description,
  priority: row.priority,
  status: row.status,
  assigned_to_id: row.assigned_to_id,
  due_date: row.due_date,
  estimated_hours: row.estimated_minutes === null ? null : row.estimated_minutes / 60,
  subtasks: subtasks.get(row.id) ?? [],
  project_id: row.project_id,
  order_position: row.order_position,
  recurrence: row.recurrence,
  open_blockers: row.open_blockers ?? 0,
  project: { name: row.project_name, unique_id: row.project_unique_id },
  assignee: row.assignee_name === null ? null : { name: row.assignee_name },
  completed_at: row.completed_at,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
