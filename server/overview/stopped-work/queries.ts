import { type StoppedWorkDto, stoppedSentence, WORK_KINDS } from '#shared/overview/stopped-work.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'

/** The maximum shown at once; more are listed as these are retried. */
const MOST = 50

/** The agency's stopped work, or the platform's for its administrators, newest first. */
export async function listStoppedWork(ctx: UserCtx): Promise<StoppedWorkDto[]> {
  const rows = await selectFrom(ctx, 'failing_work')
    .select(['work', 'item', 'name', 'reason', 'link', 'failures', 'stopped_at'])
    .where('stopped_at', 'is not', null)
    .orderBy('stopped_at', 'desc')
    .orderBy('item')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ name, stopped_at, ...row }) => {
    // Written by a newer version that runs beside this one.
    if (stopped_at === null || !Object.hasOwn(WORK_KINDS, row.work)) return []
    const { advice } = WORK_KINDS[row.work]
    return [{ ...row, title: stoppedSentence(row.work, name), advice, stopped_at }]
  })
}
