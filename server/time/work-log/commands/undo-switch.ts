import type { z } from 'zod'
import type { timerUndoInput } from '#shared/time/schemas/work-log.ts'
import type { TimerDto } from '#shared/time/work-log.ts'
import { notUndone, openUndo, sealUndo } from '../../../base/core/calls/sealed-undo.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { refuseArchived } from '../../../work/projects/rules.ts'
import { runningTimer } from '../queries/entries.ts'
import { requireChangeable, requireProject } from '../queries/work.ts'
import { recordTime } from './record.ts'

const KIND = 'timer_switch'

interface Switched {
  /** The entry of the timer that was started. */
  started: { id: string; version: number }
  /** The undo id of the timer that it stopped. */
  stopped: { id: string; version: number; paused: boolean }
}

/** The undo id of a timer that stopped another one. */
export const sealSwitch = (ctx: UserCtx, switched: Switched): string => sealUndo(ctx, KIND, switched)

/** Discards the new timer and continues the one it stopped, unless one of them has been changed since. */
export function undoSwitch(ctx: UserCtx, input: z.output<typeof timerUndoInput>): Promise<TimerDto> {
  const { started, stopped } = openUndo<Switched>(ctx, KIND, input.undo)
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await deleteFrom(tx, 'time_entries')
      .where('id', '=', started.id)
      .where('version', '=', started.version)
      .where('user_id', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notUndone()
    const { agency_id, project_id } = await requireChangeable(tx, stopped.id)
    if (project_id !== null) refuseArchived(await requireProject(tx, project_id))
    const { paused, ...entry } = stopped
    const columns = paused ? { paused: toFlag(true) } : { ended_at: null, duration_seconds: 0 }
    await updateVersioned(tx, 'time_entries', { ...entry, agency_id }, columns, 'This time entry')
    await recordTime(tx, started.id, 'time.deleted')
    await recordTime(tx, stopped.id)
    const timer = await runningTimer(tx)
    if (timer === null) throw notUndone()
    return timer
  })
}
