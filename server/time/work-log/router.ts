import { z } from 'zod'
import { timezoneInput } from '#shared/base/schemas/dates.ts'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  entryExportInput,
  entryListInput,
  entryRestoreInput,
  entrySaveInput,
  hoursSaveInput,
  timerStartInput,
  timerUndoInput,
  weekCopyInput,
  weekInput,
} from '#shared/time/schemas/work-log.ts'
import { exportInTurn } from '../../base/adapters/export-queue.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { copyWeek } from './commands/copy-week.ts'
import { deleteEntry } from './commands/delete.ts'
import { restoreEntry } from './commands/restore.ts'
import { saveEntry } from './commands/save.ts'
import { saveHours } from './commands/save-hours.ts'
import { pauseTimer, resumeTimer, startTimer, stopTimer } from './commands/start-timer.ts'
import { undoSwitch } from './commands/undo-switch.ts'
import { exportEntries, getEntry, listEntries, runningTimer } from './queries/entries.ts'
import { countHours, weekGrid } from './queries/hours.ts'

const own = userProcedure.meta({ can: 'work-log.own' })

export const workLogRouter = router({
  timer: own.query(({ ctx }) => runningTimer(ctx)),
  counters: own
    .input(z.strictObject({ timezone: timezoneInput }).default({}))
    .query(({ ctx, input }) => countHours(ctx, input)),
  list: own.input(entryListInput).query(({ ctx, input }) => listEntries(ctx, input)),
  get: own.input(idInput).query(({ ctx, input }) => getEntry(ctx, input.id)),
  week: own.input(weekInput).query(({ ctx, input }) => weekGrid(ctx, input)),
  exportCsv: own
    .input(entryExportInput)
    .query(({ ctx, input }) => exportInTurn(ctx, () => exportEntries(ctx, input))),
  start: own.input(timerStartInput).mutation(({ ctx, input }) => startTimer(ctx, input)),
  undoSwitch: own.input(timerUndoInput).mutation(({ ctx, input }) => undoSwitch(ctx, input)),
  pause: own.mutation(({ ctx }) => pauseTimer(ctx)),
  resume: own.mutation(({ ctx }) => resumeTimer(ctx)),
  stop: own.mutation(({ ctx }) => stopTimer(ctx)),
  save: own.input(entrySaveInput).mutation(({ ctx, input }) => saveEntry(ctx, input)),
  saveHours: own.input(hoursSaveInput).mutation(({ ctx, input }) => saveHours(ctx, input)),
  copyWeek: own.input(weekCopyInput).mutation(({ ctx, input }) => copyWeek(ctx, input)),
  delete: own.input(idInput).mutation(({ ctx, input }) => deleteEntry(ctx, input)),
  restore: own.input(entryRestoreInput).mutation(({ ctx, input }) => restoreEntry(ctx, input)),
})
