import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { stoppedWorkInput } from '#shared/overview/schemas/stopped-work.ts'
import { WORK_KINDS } from '#shared/overview/stopped-work.ts'
import { notFound, present } from '../../base/core/calls/errors.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { record } from '../../base/core/events.ts'
import { systemContext } from '../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../base/core/rows/rows.ts'
import { transact } from '../../base/core/transaction.ts'

/** How long the caller waits for the result; the attempt continues. */
const WAIT_MS = 10_000

interface Outcome {
  /** Why it failed again; null if it succeeded, is no longer due, or continues. */
  reason: string | null
}

/** Makes the job process a stopped item now. A success clears it, and so does an item that is no longer due. */
export async function retryStoppedWork(
  ctx: UserCtx,
  { work, item }: z.output<typeof stoppedWorkInput>,
): Promise<Outcome> {
  const { services, now } = ctx
  const before = await stopped(ctx, work, item)
  if (before === undefined) throw notFound('This work')
  const job = services.jobs.find(({ name }) => name === WORK_KINDS[work].job)
  const { name, run } = present(job, 'The job of stopped work')
  const retrying = { ...systemContext({ services, now }, 'job', name), retrying: { work, item } }
  const isDone = services.inFlight.run(async () => void (await run(retrying)))
  const isOver = await Promise.race([isDone.then(() => true), sleep(WAIT_MS, false)])
  return transact(ctx, async (tx) => {
    const after = await stopped(tx, work, item)
    const isUntouched = after?.failures === before.failures
    if (isOver && isUntouched) {
      await deleteFrom(tx, 'failing_work').where('work', '=', work).where('item', '=', item).execute()
    }
    await record(tx, 'work.retried', { id: item, work, name: before.name })
    return { reason: after === undefined || isUntouched ? null : after.reason }
  })
}

const stopped = (ctx: UserCtx, work: z.output<typeof stoppedWorkInput>['work'], item: string) =>
  selectFrom(ctx, 'failing_work')
    .select(['name', 'reason', 'failures'])
    .where('work', '=', work)
    .where('item', '=', item)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
