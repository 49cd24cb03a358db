import { mondayOf } from '#shared/calendar.ts'
import type { DateOrder, ImportMapping, ImportOverview, ImportReason } from '#shared/imports.ts'
import { parseAmount } from '#shared/money.ts'
import type { TaskStatus } from '#shared/tasks.ts'
import { readDate } from '../adapters/vendor-exports/dates.ts'
import type {
  ClientItem,
  CommentItem,
  EntryItem,
  ImportItem,
  ProjectItem,
  TaskItem,
} from '../adapters/vendor-exports/items.ts'
import { dateOf, fromWallTime } from '../adapters/zone.ts'
import { AppError } from '../core/errors.ts'
import { addSeconds } from '../db/values.ts'
import { type Stretch, toStretch } from '../work-log/rules.ts'
import type { Member } from './queries/members.ts'

/** What rows are decided by: the mapping, and what is here already. Grows with every row that is made. */
export interface ImportState {
  zone: string
  currency: string
  order: DateOrder | null
  archived: boolean
  lists: ReadonlyMap<string, TaskStatus | null>
  people: ReadonlyMap<string, Member>
  clientTargets: ReadonlyMap<string, ImportMapping['clients'][number]['to']>
  projectTargets: ReadonlyMap<string, ImportMapping['projects'][number]['to']>
  /** Ids by key, of those that exist. */
  clients: Map<string, string>
  projects: Map<string, { id: string; rate: number | null }>
  /** Ids by the file's id, of those that exist. */
  tasks: Map<string, string>
  /** Rows that were made before, as `knownKey` names them. */
  known: Set<string>
  /** Weeks that are submitted or approved, as `weekKey` names them. */
  lockedWeeks: ReadonlySet<string>
  /** How many more projects may be made; null without a limit. */
  projectRoom: number | null
}

export const knownKey = (item: Pick<ImportItem, 'kind' | 'external_id'>): string =>
  `${item.kind}:${item.external_id}`
export const weekKey = (userId: string, monday: string): string => `${userId}@${monday}`

/** The order of the file's dates: as they show it themselves, else as somebody said. */
export const orderOf = (overview: ImportOverview, mapping: ImportMapping): DateOrder | null =>
  overview.dates === 'dmy' || overview.dates === 'mdy' ? overview.dates : mapping.date_order

export type Decision =
  | { outcome: 'made'; make?: Made }
  | { outcome: 'matched' }
  | { outcome: 'skipped'; reason: ImportReason }

/** What a row that is made needs and the file does not say. */
export type Made =
  | { kind: 'project'; clientId: string; name: string }
  | { kind: 'client'; name: string; email: string }
  | { kind: 'task'; projectId: string; status: TaskStatus; employeeId: string | null; due: string | null }
  | { kind: 'comment'; taskId: string; authorId: string | null }
  | ({
      kind: 'entry'
      projectId: string | null
      member: Member & { userId: string }
      stretch: Stretch
    } & Rates)

interface Rates {
  billingRate: number
  costRate: number
}

const skip = (reason: ImportReason): Decision => ({ outcome: 'skipped', reason })

/** Says what becomes of a row and notes it in the state, so that the rows after it know. */
export function decide(state: ImportState, item: ImportItem, id: string): Decision {
  const decision = decideKind(state, item)
  if (decision.outcome === 'made') noteMade(state, item, id)
  return decision
}

function decideKind(state: ImportState, item: ImportItem): Decision {
  switch (item.kind) {
    case 'client':
      return decideClient(state, item)
    case 'project':
      return decideProject(state, item)
    case 'task':
      return decideTask(state, item)
    case 'comment':
      return decideComment(state, item)
    case 'entry':
      return decideEntry(state, item)
  }
}

function noteMade(state: ImportState, item: ImportItem, id: string): void {
  state.known.add(knownKey(item))
  if (item.kind === 'client') state.clients.set(item.key, id)
  if (item.kind === 'task') state.tasks.set(item.external_id, id)
  if (item.kind !== 'project') return
  state.projects.set(item.external_id, { id, rate: null })
  if (state.projectRoom !== null) state.projectRoom--
}

function decideClient(state: ImportState, item: ClientItem): Decision {
  const to = state.clientTargets.get(item.key)
  if (to?.kind === 'existing')
    return state.clients.has(item.key) ? { outcome: 'matched' } : skip('client_left_out')
  if (to?.kind !== 'new') return skip('client_left_out')
  if (state.known.has(knownKey(item))) return skip('known')
  return { outcome: 'made', make: { kind: 'client', name: to.name, email: to.email } }
}

function decideProject(state: ImportState, item: ProjectItem): Decision {
  const to = state.projectTargets.get(item.external_id)
  if (to?.kind === 'existing') {
    return state.projects.has(item.external_id) ? { outcome: 'matched' } : skip('project_left_out')
  }
  if (to?.kind !== 'new') return skip('project_left_out')
  if (state.known.has(knownKey(item))) return skip('known')
  const clientId = state.clients.get(item.client)
  if (clientId === undefined) return skip('client_left_out')
  if (state.projectRoom !== null && state.projectRoom <= 0) return skip('plan_limit')
  return { outcome: 'made', make: { kind: 'project', clientId, name: to.name } }
}

function decideTask(state: ImportState, item: TaskItem): Decision {
  const project = state.projects.get(item.project)
  const listed = state.lists.get(item.list) ?? null
  if (state.known.has(knownKey(item))) return skip('known')
  if (item.archived && !state.archived) return skip('archived')
  if (project === undefined) return skip('project_left_out')
  if (listed === null) return skip('list_left_out')
  const employees = item.people.map((key) => state.people.get(key)?.employeeId)
  return {
    outcome: 'made',
    make: {
      kind: 'task',
      projectId: project.id,
      status: item.done || item.archived ? 'done' : listed,
      employeeId: employees.find((id) => id != null) ?? null,
      due: dueDate(state, item.due),
    },
  }
}

/** The day a task is due on the agency's calendar; null where the file names none that can be read. */
function dueDate(state: ImportState, due: string | null): string | null {
  if (due === null) return null
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(due) ? dateOf(due, state.zone) : readDate(due, state.order)
}

function decideComment(state: ImportState, item: CommentItem): Decision {
  if (state.known.has(knownKey(item))) return skip('known')
  const taskId = state.tasks.get(item.task)
  if (taskId === undefined) return skip('task_left_out')
  const authorId = state.people.get(item.person)?.userId ?? null
  return { outcome: 'made', make: { kind: 'comment', taskId, authorId } }
}

function decideEntry(state: ImportState, item: EntryItem): Decision {
  const project = state.projects.get(item.project)
  const member = state.people.get(item.person)
  if (state.known.has(knownKey(item))) return skip('known')
  if (item.project !== '' && project === undefined) return skip('project_left_out')
  if (member === undefined) return skip('person_left_out')
  const { userId } = member
  if (userId === null) return skip('no_account')
  const date = readDate(item.date, state.order)
  if (date === null) return skip('unreadable_date')
  const stretch = stretchOf(item, date, state.zone)
  if (stretch === null) return skip('too_long')
  const monday = mondayOf(dateOf(stretch.started_at, state.zone))
  if (state.lockedWeeks.has(weekKey(userId, monday))) return skip('week_locked')
  const made = {
    kind: 'entry' as const,
    projectId: project?.id ?? null,
    member: { ...member, userId },
    stretch,
  }
  return { outcome: 'made', make: { ...made, ...ratesOf(state, item, { member, project }) } }
}

function stretchOf(item: EntryItem, date: string, zone: string): Stretch | null {
  if (item.start !== null) {
    const started_at = fromWallTime(`${date}T${item.start}`, zone)
    const ended_at = addSeconds(new Date(started_at), item.seconds).toISOString()
    return { started_at, ended_at, duration_seconds: item.seconds }
  }
  try {
    return toStretch({ kind: 'duration', date, duration: item.seconds }, zone)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** What an hour was billed and cost there, if that was in the agency's currency; else what it is here. */
function ratesOf(
  state: ImportState,
  item: EntryItem,
  { member, project }: { member: Member; project: { rate: number | null } | undefined },
): Rates {
  const isOurs = item.currency === null || item.currency === state.currency
  const told = (text: string | null) =>
    text === null || !isOurs ? null : parseAmount(text.replace(/(\.\d*?)0+$/, '$1'), state.currency)
  return {
    billingRate: told(item.rate) ?? project?.rate ?? member.rate,
    costRate: told(item.cost) ?? member.rate,
  }
}
