import { sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { TASK_STATUSES } from '#shared/tasks.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** What the database keeps count of by itself, for every page to read. */
export const TALLIES = ['task_tallies', 'message_tallies', 'time_tallies'] as const
export type TallyTable = (typeof TALLIES)[number]

/** What identifies a tally within its agency: its project, its project and sender, or its contributor. */
export type TallyKey = readonly string[]

export interface CountedTally {
  key: TallyKey
  figures: (number | string | null)[]
}

export const KEYS: Record<TallyTable, readonly string[]> = {
  task_tallies: ['project_id'],
  message_tallies: ['project_id', 'sender_id'],
  time_tallies: ['employee_id'],
}

export const FIGURES: Record<TallyTable, readonly string[]> = {
  task_tallies: ['todo', 'in_progress', 'review', 'done'],
  message_tallies: ['messages', 'oldest_at'],
  time_tallies: ['seconds'],
}

type Row = Record<string, number | string | null>

/** The tallies of an agency as they stand, all of them or one. */
export async function keptTallies(
  ctx: Ctx,
  table: TallyTable,
  agencyId: AgencyId,
  key?: TallyKey,
): Promise<CountedTally[]> {
  // They differ in nothing but their columns, which are named above.
  const rows = await selectFrom(ctx, table as 'task_tallies')
    .select([...KEYS[table], ...FIGURES[table]] as 'todo'[])
    .where('agency_id', '=', agencyId)
    .$if(key !== undefined, (query) => query.where(isKey(table, key ?? [])))
    .execute()
  return rows.map((row) => toTally(table, row as unknown as Row))
}

/** The same, counted from the rows themselves. */
export async function countTallies(
  ctx: Ctx,
  table: TallyTable,
  agencyId: AgencyId,
  key?: TallyKey,
): Promise<CountedTally[]> {
  const condition = key === undefined ? sql<boolean>`1 = 1` : isKey(table, key)
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

interface Counting {
  where: (condition: ReturnType<typeof isKey>) => { execute: () => Promise<object[]> }
}

const COUNTS: Record<TallyTable, (ctx: Ctx, agencyId: AgencyId) => Counting> = {
  task_tallies: tasks,
  message_tallies: messages,
  time_tallies: seconds,
}

export const isKey = (table: TallyTable, key: TallyKey) =>
  sql<boolean>`${sql.join(
    KEYS[table].map((column, place) => sql`${sql.ref(column)} = ${key[place]}`),
    sql` and `,
  )}`

const toTally = (table: TallyTable, row: Row): CountedTally => ({
  key: KEYS[table].map((column) => String(row[column])),
  figures: FIGURES[table].map((column) => row[column] ?? null),
})
