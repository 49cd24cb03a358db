import { currencyDigits } from '#shared/base/amounts/money.ts'
import { mondayOf } from '#shared/base/calendar.ts'
import type { DateOrder, ImportNote, ImportOverview, ImportReason } from '#shared/overview/imports.ts'
import type { ImportMapping } from '#shared/overview/schemas/imports.ts'
import { startsInTime } from '#shared/work/task-dates.ts'
import type { TaskStatus } from '#shared/work/tasks.ts'
import { readDate } from '../../base/adapters/vendor-exports/dates.ts'
import type {
  ClientItem,
  CommentItem,
  EntryItem,
  ImportItem,
  ProjectItem,
  TaskItem,
} from '../../base/adapters/vendor-exports/items.ts'
import { dateOf, fromWallTime } from '../../base/adapters/zone.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import { addSeconds } from '../../base/db/values.ts'
import { type Stretch, toStretch } from '../../time/work-log/rules.ts'
import type { Member } from './queries/members.ts'

/**
 * The state on which decisions about rows depend: the mapping and existing records, including those created on the
 * way.
 */
export interface ImportState {
  zone: string
  currency: string
  order: DateOrder | null
  /** Whether time is billable if the file doesn't say it. */
  billable: boolean
  /** The last day whose time has been billed elsewhere. */
  billedUntil: string | null
  /** The last day for whose time contributors have been paid elsewhere. */
  paidUntil: string | null
  archived: boolean
  lists: ReadonlyMap<string, TaskStatus | null>
  people: ReadonlyMap<string, Member>
  /** The file's names of people by key. */
  names: ReadonlyMap<string, string>
  clientTargets: ReadonlyMap<string, ImportMapping['clients'][number]['to']>
  projectTargets: ReadonlyMap<string, ImportMapping['projects'][number]['to']>
  /** Ids of existing records by key. */
  clients: Map<string, string>
  projects: Map<string, { id: string; rate: number | null }>
  /** Ids of existing records by the file's id. */
  tasks: Map<string, string>
  /** Rows imported before, in the form of `knownKey`. */
  known: Set<string>
  /** Submitted or approved weeks, in the form of `weekKey`. */
  lockedWeeks: ReadonlySet<string>
  /** How many more projects can be created; null for no limit. */
  projectRoom: number | null
}

export const knownKey = (item: Pick<ImportItem, 'kind' | 'external_id'>): string =>
  `${item.kind}:${item.external_id}`

/** The item with the id that applies once the order of day and month is known. */
export const identified = (item: ImportItem, order: DateOrder | null): ImportItem =>
  item.kind === 'entry' && item.ids_by_order !== undefined && order !== null
    ? { ...item, external_id: item.ids_by_order[order] }
    : item

/** The ids under which the row may have been imported. */
export const externalIdsOf = (item: ImportItem): string[] =>
  item.kind === 'entry' && item.former_id !== undefined
    ? [item.external_id, item.former_id]
    : [item.external_id]

const isKnown = (state: ImportState, item: ImportItem): boolean =>
  externalIdsOf(item).some((external_id) => state.known.has(knownKey({ kind: item.kind, external_id })))

export const weekKey = (userId: string, monday: string): string => `${userId}@${monday}`

/** The order of day and month: as detected in the file, else as chosen by the user. */
export const orderOf = (overview: ImportOverview, mapping: ImportMapping): DateOrder | null =>
  overview.dates === 'dmy' || overview.dates === 'mdy' ? overview.dates : mapping.date_order

export type Decision =
  | { outcome: 'made'; make?: Made; note?: ImportNote | null }
  | { outcome: 'matched' }
  | { outcome: 'skipped'; reason: ImportReason }

/** Values for a new record that aren't in the file. */
export type Made =
  | { kind: 'project'; clientId: string; name: string }
  | { kind: 'client'; name: string; email: string }
  | {
      kind: 'task'
      projectId: string
      status: TaskStatus
      employeeId: string | null
      /** The name of an assignee who can't be assigned the task here. */
      assignee: string | null
      start: string | null
      due: string | null
      createdAt: string | null
      completedAt: string | null
    }
  | { kind: 'comment'; taskId: string; authorId: string | null }
  | ({
      kind: 'entry'
      projectId: string | null
      member: Member & { userId: string }
      stretch: Stretch
      billable: boolean
      billedElsewhere: boolean
      paidElsewhere: boolean
    } & Rates)

interface Rates {
  billingRate: number
  costRate: number
}

/** Why it is skipped, or how it differs from the file. */
export const reasonOf = (decision: Decision): ImportReason | ImportNote | null => {
  if (decision.outcome === 'skipped') return decision.reason
  return decision.outcome === 'made' ? (decision.note ?? null) : null
}

const skip = (reason: ImportReason): Decision => ({ outcome: 'skipped', reason })

/** Decides what to do with a row, and updates the state for the following rows. */
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
  if (isKnown(state, item)) return skip(state.clients.has(item.key) ? 'known' : 'archived_since')
  return { outcome: 'made', make: { kind: 'client', name: to.name, email: to.email } }
}

function decideProject(state: ImportState, item: ProjectItem): Decision {
  const to = state.projectTargets.get(item.external_id)
  if (to?.kind === 'existing') {
    return state.projects.has(item.external_id) ? { outcome: 'matched' } : skip('project_left_out')
  }
  if (to?.kind !== 'new') return skip('project_left_out')
  if (isKnown(state, item)) {
    return skip(state.projects.has(item.external_id) ? 'known' : 'archived_since')
  }
  const clientId = state.clients.get(item.client)
  if (clientId === undefined) return skip('client_left_out')
  if (state.projectRoom !== null && state.projectRoom <= 0) return skip('plan_limit')
  return { outcome: 'made', make: { kind: 'project', clientId, name: to.name } }
}

function decideTask(state: ImportState, item: TaskItem): Decision {
  const project = state.projects.get(item.project)
  const listed = state.lists.get(item.list) ?? null
  if (isKnown(state, item)) return skip('known')
  if (item.archived && !state.archived) return skip('archived')
  if (project === undefined) return skip('project_left_out')
  if (listed === null) return skip('list_left_out')
  const members = item.people.map((key) => state.people.get(key))
  const employeeId = members.find((member) => member?.employeeId != null)?.employeeId ?? null
  const isOwners = members.some((member) => member?.role === 'owner')
  const unassigned =
    item.people.length > 0 && employeeId === null ? (isOwners ? 'owner_assignee' : 'unassigned') : null
  // The description already lists more than one.
  const [only = '', ...others] = item.people
  const due = dateIn(state, item.due)
  const start = startDate(state, item.start, due)
  return {
    outcome: 'made',
    note: dateNote(item, { start, due }) ?? unassigned,
    make: {
      kind: 'task',
      projectId: project.id,
      status: item.done || item.archived ? 'done' : listed,
      employeeId,
      assignee: employeeId === null && others.length === 0 ? (state.names.get(only) ?? null) : null,
      start,
      due,
      createdAt: instantAt(state, item.created_at),
      completedAt: instantAt(state, item.completed_at),
    },
  }
}

/** A task's date in the agency's time zone; null if the file has no readable one. */
function dateIn(state: ImportState, text: string | null): string | null {
  if (text === null) return null
  return isInstant(text) ? dateOf(text, state.zone) : readDate(text, state.order)
}

function dateNote(item: TaskItem, read: { start: string | null; due: string | null }): ImportNote | null {
  if (item.due !== null && read.due === null) return 'due_unreadable'
  return item.start != null && read.start === null ? 'start_left_out' : null
}

/** Left out if it is after the due date. Rows read by earlier versions have none. */
function startDate(state: ImportState, text: string | null | undefined, due_date: string | null) {
  const start_date = dateIn(state, text ?? null)
  return startsInTime({ start_date, due_date }) ? start_date : null
}

/** An instant, or noon of a date in the agency's time zone. */
function instantAt(state: ImportState, text: string | null): string | null {
  if (text === null || isInstant(text)) return text
  const date = readDate(text, state.order)
  return date === null ? null : fromWallTime(`${date}T12:00:00`, state.zone)
}

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)

function decideComment(state: ImportState, item: CommentItem): Decision {
  if (isKnown(state, item)) return skip('known')
  const taskId = state.tasks.get(item.task)
  if (taskId === undefined) return skip('task_left_out')
  const authorId = state.people.get(item.person)?.userId ?? null
  return { outcome: 'made', make: { kind: 'comment', taskId, authorId } }
}

function decideEntry(state: ImportState, item: EntryItem): Decision {
  const project = state.projects.get(item.project)
  const member = state.people.get(item.person)
  if (isKnown(state, item)) return skip('known')
  if (item.project !== '' && project === undefined) return skip('project_left_out')
  if (member === undefined) return skip('person_left_out')
  const { userId } = member
  if (userId === null) return skip('no_account')
  const date = readDate(item.date, state.order)
  if (date === null) return skip('unreadable_date')
  const stretch = timesOf(item, date, state.zone)
  if (stretch === null) return skip('too_long')
  const monday = mondayOf(dateOf(stretch.started_at, state.zone))
  if (state.lockedWeeks.has(weekKey(userId, monday))) return skip('week_locked')
  const isBillable = item.billable ?? state.billable
  const isBilled =
    item.invoiced === true || (isBillable && state.billedUntil !== null && date <= state.billedUntil)
  const entry = {
    kind: 'entry' as const,
    projectId: project?.id ?? null,
    member: { ...member, userId },
    stretch,
    billable: isBillable && !isBilled,
    billedElsewhere: isBilled,
    paidElsewhere: state.paidUntil !== null && date <= state.paidUntil,
  }
  const { rates, note } = ratesOf(state, item, { member, project })
  return { outcome: 'made', make: { ...entry, ...rates }, note }
}

function timesOf(item: EntryItem, date: string, zone: string): Stretch | null {
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

/** The billing and cost rate from the file if they are in the agency's currency; else the current ones. */
function ratesOf(
  state: ImportState,
  { rate, cost, currency }: EntryItem,
  { member, project }: { member: Member; project: { rate: number | null } | undefined },
): { rates: Rates; note: ImportNote | null } {
  const current = { billingRate: project?.rate ?? member.billingRate, costRate: member.costRate }
  const hasRate = rate !== null || cost !== null
  if (currency !== null && currency !== state.currency) {
    return { rates: current, note: hasRate ? 'rate_currency' : null }
  }
  const [billing, costing] = [rate, cost].map((text) => minorUnits(text, state.currency))
  return {
    rates: {
      billingRate: billing?.amount ?? current.billingRate,
      costRate: costing?.amount ?? current.costRate,
    },
    note: billing?.isRounded || costing?.isRounded ? 'rate_rounded' : null,
  }
}

function minorUnits(text: string | null, currency: string) {
  if (text === null) return null
  const digits = currencyDigits(currency)
  const amount = Math.round(Number(`${text}e${digits}`))
  const [, fraction = ''] = text.split('.')
  return { amount, isRounded: /[1-9]/.test(fraction.slice(digits)) }
}
