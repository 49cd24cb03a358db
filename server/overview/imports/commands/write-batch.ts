import type { Insertable } from 'kysely'
import { shiftMonths } from '#shared/base/calendar.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import type {
  CommentItem,
  EntryItem,
  ProjectItem,
  TaskItem,
} from '../../../base/adapters/vendor-exports/items.ts'
import { MAX_DESCRIPTION, shorten } from '../../../base/adapters/vendor-exports/text.ts'
import { dateOf } from '../../../base/adapters/zone.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { newClientRow } from '../../../people/clients/commands/create.ts'
import { insertProjectRow } from '../../../work/projects/commands/create.ts'
import { POSITION_GAP } from '../../../work/tasks/rules.ts'
import { mappingOf, requireImport } from '../queries/imports.ts'
import { learn, nextItems, openState } from '../queries/state.ts'
import { decide, type Made, reasonOf } from '../rules.ts'

/** Rows per transaction: on SQLite, others of the process wait for it. */
const BATCH = 100

const PROJECT_MONTHS = 3

type DecisionOf<Kind extends Made['kind']> = Extract<Made, { kind: Kind }>
type RowsOf<Table extends keyof Schema> = Insertable<Schema[Table]>[]

/** Processes the next rows of an import; returns how many, 0 if there are none left. */
export async function writeBatch(tx: Tx<AgencyCtx>, importId: string): Promise<number> {
  const row = await requireImport(tx, importId)
  const mapping = mappingOf(row)
  if (mapping === null) return 0
  const items = await nextItems(tx, row, mapping, { after: -1, limit: BATCH })
  if (items.length === 0) return 0
  const state = await openState(tx, row, mapping)
  await learn(
    tx,
    row,
    items.map(({ item }) => item),
    state,
  )
  const writing = startWriting(tx)
  const outcomes = new Map<string, string[]>()
  for (const { id, position, item } of items) {
    const decision = decide(state, item, id)
    const key = `${decision.outcome}:${reasonOf(decision) ?? ''}`
    outcomes.set(key, [...(outcomes.get(key) ?? []), id])
    if (decision.outcome === 'made' && decision.make !== undefined) {
      await writing.add(id, position, item as never, decision.make)
    }
  }
  await writing.write()
  for (const { id, external_id, item } of items) {
    if (item.external_id === external_id) continue
    await updateTable(tx, 'import_items')
      .set({ external_id: item.external_id })
      .where('id', '=', id)
      .execute()
  }
  for (const [key, ids] of outcomes) {
    const [outcome, reason] = key.split(':') as ['made', 'known' | '']
    await updateTable(tx, 'import_items')
      .set({ outcome, reason: reason || null, data: null })
      .where('id', 'in', ids)
      .execute()
  }
  return items.length
}

/** The description, with the name of an assignee to whom the task isn't assigned. */
function describe({ description }: TaskItem, { assignee }: DecisionOf<'task'>): string | null {
  if (assignee === null) return description
  const line = `Assignee: ${assignee}`
  const text = shorten(description ?? '', MAX_DESCRIPTION - line.length - 2)
  return text === '' ? line : `${text}\n\n${line}`
}

/**
 * Collects rows per table; the few clients and projects are written immediately, because others refer to
 * them.
 */
function startWriting(tx: Tx<AgencyCtx>) {
  const { agencyId } = tx.reach
  const now = toInstant(tx.now)
  const tasks: RowsOf<'tasks'> = []
  const subtasks: RowsOf<'subtasks'> = []
  const comments: RowsOf<'task_comments'> = []
  const entries: RowsOf<'time_entries'> = []

  async function addProject(id: string, item: ProjectItem, decision: DecisionOf<'project'>): Promise<void> {
    const today = dateOf(tx.now, tx.reach.booksZone)
    await insertProjectRow(tx, {
      id,
      name: decision.name,
      description: item.description === null ? null : shorten(item.description, 5000),
      category: 'consulting',
      assigned_client_id: decision.clientId,
      total_price: 0,
      start_date: today,
      delivery_date: shiftMonths(today, PROJECT_MONTHS),
      status: 'in_progress',
    })
  }

  async function addClient(id: string, decision: DecisionOf<'client'>): Promise<void> {
    const client = newClientRow(tx, clientInput.parse({ name: decision.name, email: decision.email }))
    await insertInto(tx, 'clients')
      .values({ ...client, id })
      .execute()
  }

  function addTask(id: string, position: number, item: TaskItem, decision: DecisionOf<'task'>): void {
    tasks.push({
      agency_id: agencyId,
      id,
      project_id: decision.projectId,
      title: item.title,
      description: describe(item, decision),
      priority: 'medium',
      status: decision.status,
      assigned_to_id: decision.employeeId,
      start_date: decision.start,
      due_date: decision.due,
      estimated_minutes: null,
      recurrence: null,
      recurrence_day: null,
      next_task_id: null,
      order_position: position * POSITION_GAP,
      completed_at: decision.status === 'done' ? (decision.completedAt ?? now) : null,
      version: 1,
      created_at: decision.createdAt ?? now,
      updated_at: now,
    })
    for (const [index, { title, completed }] of item.subtasks.entries()) {
      subtasks.push({
        agency_id: agencyId,
        id: crypto.randomUUID(),
        task_id: id,
        position: index,
        title,
        completed: toFlag(completed),
      })
    }
  }

  function addComment(id: string, item: CommentItem, decision: DecisionOf<'comment'>): void {
    comments.push({
      agency_id: agencyId,
      id,
      task_id: decision.taskId,
      author_id: decision.authorId,
      author_name: item.author,
      text: item.text,
      created_at: item.created_at ?? now,
      edited_at: null,
    })
  }

  function addEntry(id: string, item: EntryItem, decision: DecisionOf<'entry'>): void {
    entries.push({
      id,
      agency_id: agencyId,
      user_id: decision.member.userId,
      employee_id: decision.member.employeeId,
      project_id: decision.projectId,
      task_id: null,
      session_id: id,
      kind: item.start === null ? 'duration' : 'interval',
      note: item.note,
      started_at: decision.stretch.started_at,
      worked_on: dateOf(decision.stretch.started_at, tx.reach.booksZone),
      ended_at: decision.stretch.ended_at,
      paused: 0,
      duration_seconds: decision.stretch.duration_seconds,
      billable: toFlag(decision.billable),
      billed_elsewhere: toFlag(decision.billedElsewhere),
      paid_elsewhere: toFlag(decision.paidElsewhere),
      billing_rate: decision.billingRate,
      cost_rate: decision.costRate,
      timesheet_id: null,
      invoice_id: null,
      payout_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
  }

  return {
    async add(id: string, position: number, item: never, decision: Made): Promise<void> {
      if (decision.kind === 'client') await addClient(id, decision)
      else if (decision.kind === 'project') await addProject(id, item, decision)
      else if (decision.kind === 'task') addTask(id, position, item, decision)
      else if (decision.kind === 'comment') addComment(id, item, decision)
      else addEntry(id, item, decision)
    },
    async write(): Promise<void> {
      if (tasks.length > 0) await insertInto(tx, 'tasks').values(tasks).execute()
      for (const batch of batchesOf(subtasks, 1000)) await insertInto(tx, 'subtasks').values(batch).execute()
      if (comments.length > 0) await insertInto(tx, 'task_comments').values(comments).execute()
      if (entries.length > 0) await insertInto(tx, 'time_entries').values(entries).execute()
    },
  }
}
