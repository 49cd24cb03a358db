import type {
  ImportNote,
  ImportReason,
  ImportResult,
  ImportSkipped,
  ImportUndone,
  NotRemovedReason,
} from '#shared/overview/imports.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** How many line numbers to list per reason for skipped rows, and how many records that weren't deleted. */
export const SHOWN_LINES = 5

/** What an import created and skipped, computed from its rows. */
export async function resultOf(ctx: AgencyCtx, importId: string): Promise<ImportResult> {
  const groups = await selectFrom(ctx, 'import_items')
    .select(['kind', 'outcome', 'reason'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['kind', 'outcome', 'reason'])
    .execute()
  const result: ImportResult = {
    made: { client: 0, project: 0, task: 0, comment: 0, entry: 0 },
    matched: 0,
    skipped: [],
    noted: [],
    seconds: 0,
    billable_seconds: 0,
  }
  for (const { kind, outcome, reason, count } of groups) {
    if (outcome === 'made') result.made[kind] += count
    if (outcome === 'matched') result.matched += count
    if (reason === null) continue
    const lines = await linesOf(ctx, importId, { kind, reason })
    if (outcome === 'skipped') result.skipped.push({ kind, reason: reason as ImportReason, count, lines })
    if (outcome === 'made') result.noted.push({ kind, reason: reason as ImportNote, count, lines })
  }
  result.skipped.sort(mostFirst)
  result.noted.sort(mostFirst)
  const hours = await selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number | null>('duration_seconds').as('seconds'))
    .select('billable')
    .where('id', 'in', madeIn(ctx, importId).select('id'))
    .groupBy('billable')
    .execute()
  for (const { billable, seconds } of hours) {
    result.seconds += seconds ?? 0
    if (billable === 1) result.billable_seconds += seconds ?? 0
  }
  return result
}

/** The order of reasons, by number of rows. */
export const mostFirst = (one: ImportSkipped<string>, other: ImportSkipped<string>): number =>
  other.count - one.count || one.reason.localeCompare(other.reason)

const madeIn = (ctx: AgencyCtx, importId: string) =>
  selectFrom(ctx, 'import_items').where('import_id', '=', importId).where('outcome', '=', 'made')

async function linesOf(
  ctx: AgencyCtx,
  importId: string,
  {
    kind,
    reason,
  }: { kind: ImportResult['skipped'][number]['kind']; reason: ImportReason | ImportNote | NotRemovedReason },
): Promise<number[]> {
  const rows = await selectFrom(ctx, 'import_items')
    .select('line')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('reason', '=', reason)
    .where('line', 'is not', null)
    .orderBy('position')
    .limit(SHOWN_LINES)
    .execute()
  return rows.flatMap(({ line }) => (line === null ? [] : [line]))
}

/** What undoing an import deleted, and what it left, with the reasons. */
export async function undoneOf(ctx: AgencyCtx, importId: string): Promise<ImportUndone> {
  const groups = await selectFrom(ctx, 'import_items')
    .select(['kind', 'outcome', 'reason'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['removed', 'kept'])
    .groupBy(['kind', 'outcome', 'reason'])
    .execute()
  const undone: ImportUndone = { removed: 0, kept: [] }
  for (const { kind, outcome, reason, count } of groups) {
    if (outcome === 'removed') undone.removed += count
    else if (reason !== null) {
      const why = reason as NotRemovedReason
      undone.kept.push({ kind, reason: why, count, names: await namesOf(ctx, importId, kind, why) })
    }
  }
  undone.kept.sort((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
  return undone
}

async function namesOf(
  ctx: AgencyCtx,
  importId: string,
  kind: ImportUndone['kept'][number]['kind'],
  reason: NotRemovedReason,
): Promise<string[]> {
  const ids = selectFrom(ctx, 'import_items')
    .select('id')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('outcome', '=', 'kept')
    .where('reason', '=', reason)
  const { table, name } = NAMES[kind]
  const rows = await selectFrom(ctx, table as 'tasks')
    .select(name as 'title')
    .where('id', 'in', ids)
    .limit(SHOWN_LINES)
    .execute()
  return rows.flatMap((row) => {
    const text = (row as Record<string, string | null>)[name] ?? null
    return text === null ? [] : [text.slice(0, 120)]
  })
}

/** Names of records that weren't deleted. */
const NAMES = {
  client: { table: 'clients', name: 'name' },
  project: { table: 'projects', name: 'name' },
  task: { table: 'tasks', name: 'title' },
  comment: { table: 'task_comments', name: 'text' },
  entry: { table: 'time_entries', name: 'note' },
} as const
