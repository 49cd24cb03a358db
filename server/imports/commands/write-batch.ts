import type { Insertable } from 'kysely'
import { shiftMonths } from '#shared/calendar.ts'
import { clientInput } from '#shared/clients.ts'
import type { CommentItem, EntryItem, ProjectItem, TaskItem } from '../../adapters/vendor-exports/items.ts'
import { shorten } from '../../adapters/vendor-exports/text.ts'
import { dateOf } from '../../adapters/zone.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { newClientRow } from '../../clients/commands/create.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { insertProjectRow } from '../../projects/commands/create.ts'
import { POSITION_GAP } from '../../tasks/rules.ts'
import { mappingOf, requireImport } from '../queries/imports.ts'
import { learn, nextItems, openState } from '../queries/state.ts'
import { decide, type Made } from '../rules.ts'

/** Rows a transaction deals with: others of the process wait for it on SQLite. */
const BATCH = 100

const PROJECT_MONTHS = 3

type MadeOf<Kind extends Made['kind']> = Extract<Made, { kind: Kind }>
type RowsOf<Table extends keyof Schema> = Insertable<Schema[Table]>[]

/** Deals with the next rows of an import; returns how many, 0 when none is left. */
export async function writeBatch(tx: Tx<AgencyCtx>, importId: string): Promise<number> {
  const row = await requireImport(tx, importId)
  const mapping = mappingOf(row)
  if (mapping === null) return 0
  const items = await nextItems(tx, importId, -1, BATCH)
  if (items.length === 0) return 0
  // Of what the plan limits, one is made at a time.
  if (items.some(({ item }) => item.kind === 'project')) await lockAgency(tx, tx.reach.agencyId)
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
    const key = decision.outcome === 'skipped' ? `skipped:${decision.reason}` : `${decision.outcome}:`
    outcomes.set(key, [...(outcomes.get(key) ?? []), id])
    if (decision.outcome === 'made' && decision.make !== undefined) {
      await writing.add(id, position, item as never, decision.make)
    }
  }
  await writing.write()
  for (const [key, ids] of outcomes) {
    const [outcome, reason] = key.split(':') as ['made', 'known' | '']
    await updateTable(tx, 'import_items')
      .set({ outcome, reason: reason || null, data: null })
      .where('id', 'in', ids)
      .execute()
  }
  return items.length
}

/** Gathers rows for each table; clients and projects are few and written at once, as others refer to them. */
function startWriting(tx: Tx<AgencyCtx>) {
  const { agencyId } = tx.reach
  const now = toInstant(tx.now)
  const tasks: RowsOf<'tasks'> = []
  const subtasks: RowsOf<'subtasks'> = []
  const comments: RowsOf<'task_comments'> = []
  const entries: RowsOf<'time_entries'> = []

  async function addProject(id: string, item: ProjectItem, made: MadeOf<'project'>): Promise<void> {
    const today = dateOf(tx.now, tx.reach.booksZone)
    await insertProjectRow(tx, {
      id,
      name: made.name,
      description: item.description === null ? null : shorten(item.description, 5000),
      category: 'consulting',
      assigned_client_id: made.clientId,
      total_price: 0,
      start_date: today,
      delivery_date: shiftMonths(today, PROJECT_MONTHS),
      status: 'in_progress',
    })
  }

  async function addClient(id: string, made: MadeOf<'client'>): Promise<void> {
    const client = newClientRow(tx, clientInput.parse({ name: made.name, email: made.email }))
    await insertInto(tx, 'clients')
      .values({ ...client, id })
      .execute()
  }

  function addTask(id: string, position: number, item: TaskItem, made: MadeOf<'task'>): void {
    tasks.push({
      agency_id: agencyId,
      id,
      project_id: made.projectId,
      title: item.title,
      description: item.description,
      priority: 'medium',
      status: made.status,
      assigned_to_id: made.employeeId,
      due_date: made.due,
      estimated_minutes: null,
      recurrence: null,
      recurrence_day: null,
      next_task_id: null,
      order_position: position * POSITION_GAP,
      completed_at: made.status === 'done' ? (item.completed_at ?? now) : null,
      version: 1,
      created_at: item.created_at ?? now,
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

  function addComment(id: string, item: CommentItem, made: MadeOf<'comment'>): void {
    comments.push({
      agency_id: agencyId,
      id,
      task_id: made.taskId,
      author_id: made.authorId,
      author_name: item.author,
      text: item.text,
      created_at: item.created_at ?? now,
      edited_at: null,
    })
  }

  function addEntry(id: string, item: EntryItem, made: MadeOf<'entry'>): void {
    entries.push({
      id,
      agency_id: agencyId,
      user_id: made.member.userId,
      employee_id: made.member.employeeId,
      project_id: made.projectId,
      task_id: null,
      session_id: id,
      kind: item.start === null ? 'duration' : 'interval',
      note: item.note,
      started_at: made.stretch.started_at,
      ended_at: made.stretch.ended_at,
      paused: 0,
      duration_seconds: made.stretch.duration_seconds,
      billable: toFlag(item.billable),
      billing_rate: made.billingRate,
      cost_rate: made.costRate,
      timesheet_id: null,
      invoice_id: null,
      payout_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
  }

  return {
    async add(id: string, position: number, item: never, made: Made): Promise<void> {
      if (made.kind === 'client') await addClient(id, made)
      else if (made.kind === 'project') await addProject(id, item, made)
      else if (made.kind === 'task') addTask(id, position, item, made)
      else if (made.kind === 'comment') addComment(id, item, made)
      else addEntry(id, item, made)
    },
    async write(): Promise<void> {
      if (tasks.length > 0) await insertInto(tx, 'tasks').values(tasks).execute()
      for (let start = 0; start < subtasks.length; start += 1000) {
        await insertInto(tx, 'subtasks')
          .values(subtasks.slice(start, start + 1000))
          .execute()
      }
      if (comments.length > 0) await insertInto(tx, 'task_comments').values(comments).execute()
      if (entries.length > 0) await insertInto(tx, 'time_entries').values(entries).execute()
    },
  }
}
