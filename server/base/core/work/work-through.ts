import type { WorkKindName } from '#shared/overview/stopped-work.ts'
import { isUnavailable } from '../../db/engines/dialect.ts'
import { storageFailureOf } from '../../db/engines/storage-failure.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import type { Ctx } from '../context.ts'
import { acrossAgencies } from '../rows/reach.ts'
import { transact } from '../transaction.ts'
import { forgetFailures, writeFailure } from './commands.ts'
import type { WorkItem } from './items.ts'
import { type Failing, failingItems, LONGEST_WAIT_MINUTES } from './queries.ts'

interface Working<Row> {
  work: WorkKindName
  of: (row: Row) => WorkItem
  /** Kinds of work nested in this one: retrying one of their items must still reach it. */
  within?: readonly WorkKindName[]
  signal?: AbortSignal | undefined
}

/**
 * Does the work for each row, so that one failing item doesn't hold up the others. A failed item is retried after
 * increasing delays; after a number of failures it stops and its owner is notified once. A success clears its
 * failures. Returns the sum of numeric results.
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
      if (earlier !== undefined) await forgetFailures(ctx, work, item, earlier.failures)
    } catch (error) {
      if (isOutage(error)) throw error
      // Not the item's failure: the move ends soon, and the job runs again then.
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

/** Returns the problem if the failure can't be recorded, so that the other items are processed first. */
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
