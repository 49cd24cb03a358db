import { type RawBuilder, sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import { TASK_STATUSES } from '#shared/work/tasks.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { clientTally } from '../../../../people/clients/queries/facts.ts'

/** The tallies that triggers maintain. */
export const TALLIES = [
  'task_tallies',
  'message_tallies',
  'time_tallies',
  'book_tallies',
  'client_tallies',
  'assignee_tallies',
] as const
export type TallyTable = (typeof TALLIES)[number]

/** Identifies a tally within its agency, for example by project, or by day and kind of entry. */
export type TallyKey = readonly string[]

export interface CountedTally {
  key: TallyKey
  figures: (number | string | null)[]
}

export const KEYS: Record<TallyTable, readonly string[]> = {
  task_tallies: ['project_id'],
  message_tallies: ['project_id', 'sender_id'],
  time_tallies: ['employee_id'],
  book_tallies: ['occurred_on', 'direction', 'category', 'of_payment'],
  client_tallies: ['client_id'],
  assignee_tallies: ['employee_id'],
}

export const FIGURES: Record<TallyTable, readonly string[]> = {
  task_tallies: ['todo', 'in_progress', 'review', 'done'],
  message_tallies: ['messages', 'oldest_at'],
  time_tallies: ['seconds'],
  book_tallies: ['entries', 'base_amount', 'base_tax'],
  client_tallies: ['active_projects', 'outstanding', 'last_invoice_on', 'last_payment_on'],
  assignee_tallies: ['open_tasks'],
}

type Row = Record<string, number | string | null>

/** An agency's stored tallies, all or one. */
export async function storedTallies(
  ctx: Ctx,
  table: TallyTable,
  agencyId: AgencyId,
  key?: TallyKey,
): Promise<CountedTally[]> {
  // The tables only differ in their columns, which are listed above.
  const rows = await selectFrom(ctx, table as 'task_tallies')
    .select([...KEYS[table], ...FIGURES[table]] as 'todo'[])
    .where('agency_id', '=', agencyId)
    .$if(key !== undefined, (query) => query.where(isKey(table, key ?? [])))
    .execute()
  return rows.map((row) => toTally(table, row as unknown as Row))
}

/** The same, recomputed from the underlying rows. */
export async function countTallies(
  ctx: Ctx,
  table: TallyTable,
  agencyId: AgencyId,
  key?: TallyKey,
): Promise<CountedTally[]> {
  const condition = key === undefined ? sql<boolean>`1 = 1` : isKey(table, key, COUNTED_BY[table])
  const rows = await COUNTS[table](ctx, agencyId).where(condition).execute()
  return rows.map((row) => toTally(table, row as unknown as Row))
}

const tasks = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'tasks')
    .select((eb) => [
      'project_id',
      ...TASK_STATUSES.map((status) =>
        eb.fn.sum<number>(eb.case().when('status', '=', status).then(1).else(0).end()).as(status),
      ),
    ])
    .where('agency_id', '=', agencyId)
    .groupBy('project_id')

const openTasks = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'tasks')
    .select((eb) => ['assigned_to_id as employee_id', eb.fn.countAll<number>().as('open_tasks')])
    .where('agency_id', '=', agencyId)
    .where('assigned_to_id', 'is not', null)
    .where('status', '!=', 'done')
    .groupBy('assigned_to_id')

const messages = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'messages')
    .select((eb) => [
      'project_id',
      'sender_id',
      eb.fn.countAll<number>().as('messages'),
      eb.fn.min('created_at').as('oldest_at'),
    ])
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .groupBy(['project_id', 'sender_id'])

const seconds = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'time_entries')
    .select((eb) => ['employee_id', eb.fn.sum<number>('duration_seconds').as('seconds')])
    .where('agency_id', '=', agencyId)
    .where('employee_id', 'is not', null)
    .groupBy('employee_id')

const OF_PAYMENT = sql<number>`case when payment_id is null then 0 else 1 end`

/** Key columns with another name, or none, in the counted rows. */
const COUNTED_BY: Partial<Record<TallyTable, Record<string, RawBuilder<unknown>>>> = {
  book_tallies: { of_payment: sql`cast(${OF_PAYMENT} as text)` },
  client_tallies: { client_id: sql.ref('clients.id') },
  assignee_tallies: { employee_id: sql.ref('assigned_to_id') },
}

const books = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'ledger_entries')
    .select((eb) => [
      'occurred_on',
      'direction',
      'category',
      OF_PAYMENT.as('of_payment'),
      eb.fn.countAll<number>().as('entries'),
      eb.fn.coalesce(sumOf(eb.ref('base_amount')), eb.lit(0)).as('base_amount'),
      eb.fn
        .coalesce(
          sumOf(eb.case().when('base_amount', 'is not', null).then(eb.ref('base_tax')).end()),
          eb.lit(0),
        )
        .as('base_tax'),
    ])
    .where('agency_id', '=', agencyId)
    .groupBy(['occurred_on', 'direction', 'category', 'of_payment'])

const clients = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'clients')
    .select((eb) => ['clients.id as client_id', ...clientTally(eb)])
    .where('clients.agency_id', '=', agencyId)

interface Counting {
  where: (condition: ReturnType<typeof isKey>) => { execute: () => Promise<object[]> }
}

const COUNTS: Record<TallyTable, (ctx: Ctx, agencyId: AgencyId) => Counting> = {
  task_tallies: tasks,
  message_tallies: messages,
  time_tallies: seconds,
  book_tallies: books,
  client_tallies: clients,
  assignee_tallies: openTasks,
}

export const isKey = (table: TallyTable, key: TallyKey, by: Record<string, RawBuilder<unknown>> = {}) =>
  sql<boolean>`${sql.join(
    KEYS[table].map((column, place) => sql`${by[column] ?? sql.ref(column)} = ${key[place]}`),
    sql` and `,
  )}`

const toTally = (table: TallyTable, row: Row): CountedTally => ({
  key: KEYS[table].map((column) => String(row[column])),
  figures: FIGURES[table].map((column) => row[column] ?? null),
})
