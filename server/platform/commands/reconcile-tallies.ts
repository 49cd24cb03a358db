import type { AgencyId } from '#shared/roles.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import {
  type CountedTally,
  countTallies,
  FIGURES,
  isKey,
  KEYS,
  keptTallies,
  TALLIES,
  type TallyKey,
  type TallyTable,
} from '../queries/tallies.ts'

/**
 * Compares what is kept of tasks, messages, time, clients and the books with a recount, one agency after the other, and puts
 * right what differs. Triggers keep the tallies, so that anything found is a fault of ours or somebody's
 * own change to the database. Returns how many were wrong.
 */
export async function reconcileTallies(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select('id').orderBy('id').execute()
  let mended = 0
  for (const { id } of agencies) {
    for (const table of TALLIES) {
      if (signal?.aborted) return mended
      for (const key of await differing(ctx, table, id)) {
        const wrong = await transact(ctx, (tx) => mend(tx, table, id, key))
        if (!wrong) continue
        mended++
        ctx.services.log.warn({ agencyId: id, table, key }, 'a tally was wrong and has been counted again')
      }
    }
  }
  return mended
}

/** The rows to look at more closely: what is written between the two reads looks like a difference, too. */
async function differing(ctx: Ctx, table: TallyTable, agencyId: AgencyId): Promise<TallyKey[]> {
  const counted = byKey(await countTallies(ctx, table, agencyId))
  const kept = byKey(await keptTallies(ctx, table, agencyId))
  return [...new Map([...counted, ...kept])]
    .filter(
      ([key]) => textOf(counted.get(key)) !== textOf(kept.get(key)) || (isOfEach(table) && !kept.has(key)),
    )
    .map(([, { key }]) => key)
}

/** Lists of clients begin with these rows: one that counts nothing must be there, too. */
const isOfEach = (table: TallyTable): boolean => table === 'client_tallies'

const byKey = (rows: CountedTally[]) => new Map(rows.map((row) => [row.key.join(' '), row]))

/** Nothing counted and nothing kept are the same. */
const textOf = (row: CountedTally | undefined): string =>
  row === undefined || row.figures.every((figure) => !figure) ? '' : row.figures.join(' ')

/** Holds the row, so that whoever writes meanwhile adds to what is counted here; false where it was right. */
async function mend(tx: Tx, table: TallyTable, agencyId: AgencyId, key: TallyKey): Promise<boolean> {
  await hold(tx, table, agencyId, key)
  const [counted] = await countTallies(tx, table, agencyId, key)
  const [kept] = await keptTallies(tx, table, agencyId, key)
  if (textOf(counted) === textOf(kept)) return false
  await write(tx, table, agencyId, counted ?? { key, figures: [] })
  return true
}

const NO_FIGURES: Record<TallyTable, Record<string, number | string | null>> = {
  task_tallies: { todo: 0, in_progress: 0, review: 0, done: 0 },
  message_tallies: { messages: 0, oldest_at: null },
  time_tallies: { seconds: 0 },
  book_tallies: { entries: 0, base_amount: 0, base_tax: 0 },
  assignee_tallies: { open_tasks: 0 },
  client_tallies: { active_projects: 0, outstanding: 0, last_invoice_on: '', last_payment_on: '' },
}

/** The row is there and locked until the transaction ends. */
async function hold(tx: Tx, table: TallyTable, agencyId: AgencyId, key: TallyKey): Promise<void> {
  const columns = KEYS[table]
  const values = { agency_id: agencyId, ...namesOf(columns, key), ...NO_FIGURES[table] }
  await insertInto(tx, table as 'task_tallies')
    .values(values as never)
    .onConflict((conflict) =>
      conflict.columns(['agency_id', ...columns] as 'agency_id'[]).doUpdateSet({ agency_id: agencyId }),
    )
    .execute()
}

async function write(tx: Tx, table: TallyTable, agencyId: AgencyId, counted: CountedTally): Promise<void> {
  const { key, figures } = counted
  await updateTable(tx, table as 'task_tallies')
    .set({ ...NO_FIGURES[table], ...namesOf(FIGURES[table], figures) } as never)
    .where('agency_id', '=', agencyId)
    .where(isKey(table, key))
    .execute()
}

const namesOf = <Value>(columns: readonly string[], values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, place) => [columns[place], value]))
