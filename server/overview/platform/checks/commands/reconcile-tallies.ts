import { batchesOf } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import {
  type CountedTally,
  countTallies,
  FIGURES,
  isKey,
  KEYS,
  storedTallies,
  TALLIES,
  type TallyKey,
  type TallyTable,
} from '../queries/tallies.ts'

/**
 * Compares the tallies of tasks, messages, time, clients, and ledgers with a recount, agency by agency, and
 * corrects differences. Triggers maintain the tallies, so a difference means a bug or a manual database
 * change. Returns how many differed.
 */
export async function reconcileTallies(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select(['id', 'name']).orderBy('id').execute()
  return workThrough(ctx, { work: 'tally-check', of: ofPlatform, signal }, agencies, async ({ id }) => {
    let corrected = 0
    for (const table of TALLIES) {
      if (signal?.aborted) return corrected
      for (const key of await differing(ctx, table, id)) {
        const wrong = await transact(ctx, (tx) => correct(tx, table, id, key))
        if (!wrong) continue
        corrected++
        ctx.services.log.warn({ agencyId: id, table, key }, 'a tally was wrong and has been corrected')
      }
    }
    return corrected
  })
}

const ROWS_AT_ONCE = 400

/** Recomputes an agency's tallies after rows were inserted without the triggers. */
export async function recountTallies(tx: Tx, agencyId: AgencyId): Promise<void> {
  for (const table of TALLIES) {
    await deleteFrom(tx, table).where('agency_id', '=', agencyId).execute()
    const counted = await countTallies(tx, table, agencyId)
    const rows = counted.map(({ key, figures }) => ({
      agency_id: agencyId,
      ...namesOf(KEYS[table], key),
      ...namesOf(FIGURES[table], figures),
    }))
    for (const batch of batchesOf(rows, ROWS_AT_ONCE)) {
      await insertInto(tx, table as 'task_tallies')
        .values(batch as never)
        .execute()
    }
  }
}

/** Rows to check again: writes between the two reads look like differences, too. */
async function differing(ctx: Ctx, table: TallyTable, agencyId: AgencyId): Promise<TallyKey[]> {
  const counted = byKey(await countTallies(ctx, table, agencyId))
  const stored = byKey(await storedTallies(ctx, table, agencyId))
  return [...new Map([...counted, ...stored])]
    .filter(
      ([key]) =>
        textOf(counted.get(key)) !== textOf(stored.get(key)) || (isOfEach(table) && !stored.has(key)),
    )
    .map(([, { key }]) => key)
}

/** Client lists start from these rows, so there must be one even if all its values are zero. */
const isOfEach = (table: TallyTable): boolean => table === 'client_tallies'

const byKey = (rows: CountedTally[]) => new Map(rows.map((row) => [row.key.join(' '), row]))

/** A missing row equals one with only zeros. */
const textOf = (row: CountedTally | undefined): string =>
  row === undefined || row.figures.every((figure) => !figure) ? '' : row.figures.join(' ')

/**
 * Recounts with the row locked, so that concurrent writes add to the corrected values; returns false if it
 * was correct.
 */
async function correct(tx: Tx, table: TallyTable, agencyId: AgencyId, key: TallyKey): Promise<boolean> {
  await lockTally(tx, table, agencyId, key)
  const [counted] = await countTallies(tx, table, agencyId, key)
  const [stored] = await storedTallies(tx, table, agencyId, key)
  if (textOf(counted) === textOf(stored)) return false
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

/** Creates the row if needed and locks it until the transaction ends. */
async function lockTally(tx: Tx, table: TallyTable, agencyId: AgencyId, key: TallyKey): Promise<void> {
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
