import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { WorkKindName } from '#shared/base/work-kinds.ts'
import { isUnavailable } from '../db/engines/dialect.ts'
import { storageFailureOf } from '../db/engines/storage-failure.ts'
import type { Schema } from '../db/schema.ts'
import { addDays, addMinutes, toInstant } from '../db/values.ts'
import { AppError } from './calls/errors.ts'
import type { Ctx, Tx } from './context.ts'
import { record } from './events.ts'
import { acrossAgencies } from './rows/reach.ts'
import { deleteFrom, insertInto, selectFrom } from './rows/rows.ts'
import { transact } from './transaction.ts'

/** One of the records that a job works on. */
export interface WorkItem {
  id: string
  /** Whose it is, and who is told if it fails; null for the platform. */
  agencyId: AgencyId | null
  name: string
  /** Where it opens, as path and query; defaults to where stopped work is listed. */
  link?: string
}

/** Something about an agency that its owners can't help, so that the platform's administrators are told. */
export const ofPlatform = ({ id, name }: { id: string; name: string }): WorkItem => ({
  id,
  agencyId: null,
  name,
})

interface Working<Row> {
  work: WorkKindName
  of: (row: Row) => WorkItem
  /** Work done within this one, which is reached although only one of its items is tried again. */
  within?: readonly WorkKindName[]
  signal?: AbortSignal | undefined
}

/** A refusal stays the same until somebody changes something; other failures may pass. */
const REFUSALS = 3
const FAILURES = 7
/** Minutes to wait after each failure; beyond the last it stops. The first retry is the job's next run. */
const WAIT_MINUTES = [0, 5, 60, 240, 720, 1440]
const LONGEST_WAIT_MINUTES = 1440

/**
 * Does the work for each row, so that one failing item doesn't hold up the others. An item that fails is tried
 * again with growing pauses and stops after some failures, of which its owner is told once; a success clears it.
 * Returns the sum of results that are numbers.
 */
export async function workThrough<Row>(
  ctx: Ctx,
  { work, of, within = [], signal }: Working<Row>,
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<number> {
  const failing = rows.length === 0 ? new Map<string, Failing>() : await failingItems(ctx, work)
  let done = 0
  let problem: { error: unknown } | null = null
  for (const row of rows) {
    if (signal?.aborted) break
    const item = of(row)
    const earlier = failing.get(item.id)
    if (!isItsTurn(ctx, { work, within, item }, earlier)) continue
    try {
      const result = await act(row)
      if (typeof result === 'number') done += result
      if (earlier !== undefined) await forgetFailures(ctx, work, item)
    } catch (error) {
      if (isOutage(error)) throw error
      // A move ends soon, so the job runs again then, which isn't the item's failure.
      if (storageFailureOf(error) === 'agency-moving') problem ??= { error }
      else problem = (await noteFailure(ctx, work, item, error)) ?? problem
    }
  }
  if (problem !== null) throw problem.error
  return done
}

/** Nothing can be done for any item. */
const isOutage = (error: unknown): boolean =>
  isUnavailable(error) || ![null, 'agency-moving'].includes(storageFailureOf(error))

interface Failing {
  failures: number
  retry_at: string
  stopped_at: string | null
}

async function failingItems(ctx: Ctx, work: WorkKindName): Promise<Map<string, Failing>> {
  const rows = await selectFrom(acrossAgencies(ctx), 'failing_work')
    .select(['item', 'failures', 'retry_at', 'stopped_at'])
    .where('work', '=', work)
    .execute()
  return new Map(rows.map(({ item, ...row }) => [item, row]))
}

function isItsTurn(
  { retrying, now }: Ctx,
  { work, within, item }: { work: WorkKindName; within: readonly WorkKindName[]; item: WorkItem },
  earlier: Failing | undefined,
): boolean {
  if (retrying !== undefined) {
    return retrying.work === work ? retrying.item === item.id : within.includes(retrying.work)
  }
  if (earlier === undefined) return true
  if (earlier.stopped_at !== null) return false
  // A time beyond the longest pause was set by a clock that was ahead.
  const latest = toInstant(addMinutes(now, LONGEST_WAIT_MINUTES))
  return earlier.retry_at <= toInstant(now) || earlier.retry_at > latest
}

/** For queries with a limit: leaves out the items that wait or have stopped, so that they don't fill it. */
export function itemsTurn({ retrying, now }: Ctx, work: WorkKindName, column: string): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  const id = sql.ref<string>(column)
  if (retrying?.work === work) return eb(id, '=', retrying.item)
  const latest = toInstant(addMinutes(now, LONGEST_WAIT_MINUTES))
  const waiting = eb
    .selectFrom('failing_work')
    .select('failing_work.item')
    .where('failing_work.work', '=', work)
    .where('failing_work.item', '=', id)
    .where((row) =>
      row.or([
        row('failing_work.stopped_at', 'is not', null),
        row.and([
          row('failing_work.retry_at', '>', toInstant(now)),
          row('failing_work.retry_at', '<=', latest),
        ]),
      ]),
    )
  return eb.not(eb.exists(waiting))
}

async function forgetFailures(ctx: Ctx, work: WorkKindName, item: WorkItem): Promise<void> {
  await transact(acrossAgencies(ctx), async (tx) => {
    const cleared = await deleteFrom(tx, 'failing_work')
      .where('work', '=', work)
      .where('item', '=', item.id)
      .returning('stopped_at')
      .executeTakeFirst()
    if (cleared?.stopped_at == null) return
    await record(tx, 'work.resumed', { id: item.id, agencyId: item.agencyId, work, name: item.name })
  })
}

/** Returns the problem if the failure can't be recorded, so that the others get their turn first. */
async function noteFailure(
  ctx: Ctx,
  work: WorkKindName,
  item: WorkItem,
  error: unknown,
): Promise<{ error: unknown } | null> {
  ctx.services.log.error({ err: error, work, item: item.id }, 'an item of a job failed')
  try {
    await transact(acrossAgencies(ctx), (tx) => writeFailure(tx, work, item, error))
    return null
  } catch (problem) {
    if (isOutage(problem)) throw problem
    return { error: problem }
  }
}

async function writeFailure(tx: Tx, work: WorkKindName, item: WorkItem, error: unknown): Promise<void> {
  const earlier = await selectFrom(tx, 'failing_work')
    .select(['failures', 'stopped_at'])
    .where('work', '=', work)
    .where('item', '=', item.id)
    .executeTakeFirst()
  const failures = (earlier?.failures ?? 0) + 1
  const [now, reason] = [toInstant(tx.now), reasonOf(error, item)]
  const stops = failures >= (isRefusal(error) ? REFUSALS : FAILURES)
  const stopped_at = earlier?.stopped_at ?? (stops ? now : null)
  const wait = WAIT_MINUTES[failures - 1] ?? LONGEST_WAIT_MINUTES
  const values = {
    agency_id: item.agencyId,
    name: item.name,
    link: item.link ?? linkOf(item),
    failures,
    reason,
    failed_at: now,
    retry_at: toInstant(addMinutes(tx.now, wait)),
    stopped_at,
  }
  await insertInto(tx, 'failing_work')
    .values({ work, item: item.id, ...values })
    .onConflict((conflict) => conflict.columns(['work', 'item']).doUpdateSet(values))
    .execute()
  if (stopped_at === null || earlier?.stopped_at != null) return
  const { id, agencyId, name } = item
  await record(tx, 'work.stopped', { id, agencyId, work, name, reason, link: values.link })
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(error.code)

const LONGEST_REASON = 500

/** In words for the agency; administrators are told the error itself. */
function reasonOf(error: unknown, { agencyId }: WorkItem): string {
  if (error instanceof AppError) return error.message.slice(0, LONGEST_REASON)
  if (agencyId !== null) return 'Something unexpected went wrong.'
  return String(error).slice(0, LONGEST_REASON)
}

/** Where stopped work is listed. */
const linkOf = ({ agencyId }: WorkItem): string =>
  agencyId === null ? '/settings?section=operation' : '/dashboard'

const KEPT_DAYS = 30
const KEPT_STOPPED_DAYS = 180

/** Deletes failures of items that are no longer due; what stopped long ago is tried again if it still is. */
export async function deleteOldFailures(ctx: Ctx): Promise<void> {
  const before = (days: number): string => toInstant(addDays(ctx.now, -days))
  await deleteFrom(ctx, 'failing_work')
    .where('failed_at', '<', before(KEPT_DAYS))
    .where('stopped_at', 'is', null)
    .execute()
  await deleteFrom(ctx, 'failing_work').where('failed_at', '<', before(KEPT_STOPPED_DAYS)).execute()
}
