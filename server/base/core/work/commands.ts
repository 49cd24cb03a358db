import type { WorkKindName } from '#shared/overview/stopped-work.ts'
import { addDays, addMinutes, toInstant } from '../../db/values.ts'
import { AppError } from '../calls/errors.ts'
import type { Ctx, Tx } from '../context.ts'
import { record } from '../events.ts'
import { acrossAgencies } from '../rows/reach.ts'
import { deleteFrom, insertInto, selectFrom } from '../rows/rows.ts'
import { transact } from '../transaction.ts'
import type { WorkItem } from './items.ts'
import { LONGEST_WAIT_MINUTES } from './queries.ts'

/** A refusal recurs until somebody changes something; other failures may be temporary. */
const REFUSALS = 3
const FAILURES = 7
/** Minutes to wait after each failure; beyond the last it stops. The first retry is the job's next run. */
const WAIT_MINUTES = [0, 5, 60, 240, 720, 1440]

/** For an item that succeeded, unless the work itself has stopped it: its next failure counts as the first. */
export async function forgetFailures(
  ctx: Ctx,
  work: WorkKindName,
  item: WorkItem,
  failures: number,
): Promise<void> {
  await transact(acrossAgencies(ctx), async (tx) => {
    const cleared = await deleteFrom(tx, 'failing_work')
      .where('work', '=', work)
      .where('item', '=', item.id)
      .where('failures', '=', failures)
      .returning('stopped_at')
      .executeTakeFirst()
    if (cleared?.stopped_at == null) return
    await record(tx, 'work.resumed', { id: item.id, agencyId: item.agencyId, work, name: item.name })
  })
}

/** Stops an item immediately, because a retry would fail in the same way, and notifies its owner. */
export const stopWork = (tx: Tx, work: WorkKindName, item: WorkItem, reason: AppError): Promise<void> =>
  writeFailure(acrossAgencies(tx), work, item, reason, 1)

/** Counts a failure; the one that stops the item notifies its owner. */
export async function writeFailure(
  tx: Tx,
  work: WorkKindName,
  item: WorkItem,
  error: unknown,
  allowed = isRefusal(error) ? REFUSALS : FAILURES,
): Promise<void> {
  const earlier = await selectFrom(tx, 'failing_work')
    .select(['failures', 'stopped_at'])
    .where('work', '=', work)
    .where('item', '=', item.id)
    .executeTakeFirst()
  const failures = (earlier?.failures ?? 0) + 1
  const [now, reason] = [toInstant(tx.now), reasonOf(error, item)]
  const stopped_at = earlier?.stopped_at ?? (failures >= allowed ? now : null)
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

/** A readable reason for the agency; administrators see the error itself. */
function reasonOf(error: unknown, { agencyId }: WorkItem): string {
  if (error instanceof AppError) return error.message.slice(0, LONGEST_REASON)
  if (agencyId !== null) return 'Something unexpected went wrong.'
  return String(error).slice(0, LONGEST_REASON)
}

/** Where stopped work is listed. */
const linkOf = ({ agencyId }: WorkItem): string =>
  agencyId === null ? '/settings?section=operation' : '/dashboard'

const RETENTION_DAYS = 30
const STOPPED_RETENTION_DAYS = 180

/** Deletes failures of items that are no longer due; items that stopped long ago and are still due are retried. */
export async function deleteOldFailures(ctx: Ctx): Promise<void> {
  const before = (days: number): string => toInstant(addDays(ctx.now, -days))
  await deleteFrom(ctx, 'failing_work')
    .where('failed_at', '<', before(RETENTION_DAYS))
    .where('stopped_at', 'is', null)
    .execute()
  await deleteFrom(ctx, 'failing_work').where('failed_at', '<', before(STOPPED_RETENTION_DAYS)).execute()
}
