import type { z } from 'zod'
import type { timerStartInput } from '#shared/time/schemas/work-log.ts'
import type { StartedTimer, TimerDto } from '#shared/time/work-log.ts'
import { dateOf } from '../../../base/adapters/zone.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { refuseArchived } from '../../../work/projects/rules.ts'
import { runningTimer } from '../queries/entries.ts'
import { requireOpenWeek, requireProject, resolveWork, type Work } from '../queries/work.ts'
import { addEntry } from './add-entry.ts'
import { endTimer } from './end-timer.ts'
import { recordTime } from './record.ts'
import { sealSwitch } from './undo-switch.ts'

/** Starts the timer, first stopping one that is running or paused, which `undoSwitch` continues. */
export async function startTimer(
  ctx: UserCtx,
  input: z.output<typeof timerStartInput>,
): Promise<StartedTimer> {
  try {
    return await transact(ctx, async (tx) => {
      await requireOpenWeek(tx, dateOf(ctx.now, ctx.reach.booksZone))
      const work = await resolveWork(tx, input)
      // Also one of an agency that they left a moment ago, of which they see no hours any longer.
      const everywhere = acrossAgencies(tx)
      const timer = await currentTimer(everywhere)
      if (timer !== undefined) await endTimer(everywhere, timer, { at: toInstant(tx.now) })
      await insertStretch(tx, { ...work, session_id: newId() })
      const started = await recordedTimer(tx)
      // One of another agency isn't theirs to continue.
      const stopped = timer?.agency_id === work.agency_id ? timer : undefined
      return { ...started, undo: stopped === undefined ? null : sealSwitch(tx, switchOf(started, stopped)) }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', 'Another timer was started at the same time.', {
      reason: 'timer_running',
    })
  }
}

/** Ends the running entry and keeps the timer for `resumeTimer`. */
export function pauseTimer(ctx: UserCtx): Promise<TimerDto> {
  return transact(ctx, async (tx) => {
    const timer = await currentTimer(tx)
    if (timer?.ended_at === null) await endTimer(tx, timer, { at: toInstant(tx.now), paused: true })
    return recordedTimer(tx)
  })
}

/** Continues a paused timer with a new entry at the same rates. */
export function resumeTimer(ctx: UserCtx): Promise<TimerDto> {
  return transact(ctx, async (tx) => {
    const timer = await currentTimer(tx)
    if (timer !== undefined && timer.ended_at !== null) {
      await requireOpenWeek(tx, dateOf(ctx.now, ctx.reach.booksZone))
      if (timer.project_id !== null) refuseArchived(await requireProject(tx, timer.project_id))
      await endTimer(tx, timer, { at: toInstant(tx.now) })
      await insertStretch(tx, timer)
    }
    return recordedTimer(tx)
  })
}

/**
 * Stops the timer, running or paused. Throws CONFLICT if there is none, for example after it was stopped in
 * another tab.
 */
export function stopTimer(ctx: UserCtx): Promise<{ entry_id: string }> {
  return transact(ctx, async (tx) => {
    const timer = await currentTimer(tx)
    if (timer === undefined) throw noTimer()
    await endTimer(tx, timer, { at: toInstant(tx.now) })
    await recordTime(tx, timer.id)
    return { entry_id: timer.id }
  })
}

const switchOf = (
  { entry }: TimerDto,
  { id, version, ended_at }: { id: string; version: number; ended_at: string | null },
) => ({
  started: { id: entry.id, version: entry.version },
  stopped: { id, version: version + 1, paused: ended_at !== null },
})

const noTimer = () => new AppError('CONFLICT', 'No timer is running.', { reason: 'timer_missing' })

async function recordedTimer(tx: Tx<UserCtx>): Promise<TimerDto> {
  const timer = await runningTimer(tx)
  if (timer === null) throw noTimer()
  await recordTime(tx, timer.entry.id)
  return timer
}

const currentTimer = (tx: Tx<UserCtx>) =>
  selectFrom(tx, 'time_entries')
    .select([
      'id',
      'user_id',
      'agency_id',
      'employee_id',
      'project_id',
      'task_id',
      'session_id',
      'note',
      'started_at',
      'ended_at',
      'version',
      'billable',
      'billing_rate',
      'cost_rate',
    ])
    .where('user_id', '=', tx.actor.userId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('paused', '=', 1)]))
    .executeTakeFirst()

const insertStretch = (tx: Tx<UserCtx>, work: Work & { session_id: string }): Promise<void> =>
  addEntry(tx, {
    ...work,
    id: newId(),
    kind: 'timer',
    started_at: toInstant(tx.now),
    ended_at: null,
    duration_seconds: 0,
  })
