import { z } from 'zod'
import {
  entryExportInput,
  entryListInput,
  entrySaveInput,
  timerStartInput,
  timezoneInput,
  weekInput,
} from '#shared/work-log.ts'
import { router, userProcedure } from '../core/procedures.ts'
import { deleteEntry } from './commands/delete.ts'
import { pauseTimer, resumeTimer, startTimer, stopTimer } from './commands/track.ts'
import { writeEntry } from './commands/write.ts'
import { exportEntries, getEntry, listEntries, runningTimer } from './queries/entries.ts'
import { countHours, weekGrid } from './queries/hours.ts'

const own = userProcedure.meta({ can: 'work-log.own' })
const byId = z.strictObject({ id: z.uuid() })

export const workLogRouter = router({
  timer: own.query(({ ctx }) => runningTimer(ctx)),
  counters: own
    .input(z.strictObject({ timezone: timezoneInput }).default({}))
    .query(({ ctx, input }) => countHours(ctx, input)),
  list: own.input(entryListInput).query(({ ctx, input }) => listEntries(ctx, input)),
  get: own.input(byId).query(({ ctx, input }) => getEntry(ctx, input.id)),
  week: own.input(weekInput).query(({ ctx, input }) => weekGrid(ctx, input)),
  exportCsv: own.input(entryExportInput).query(({ ctx, input }) => exportEntries(ctx, input)),
  start: own.input(timerStartInput).mutation(({ ctx, input }) => startTimer(ctx, input)),
  pause: own.mutation(({ ctx }) => pauseTimer(ctx)),
  resume: own.mutation(({ ctx }) => resumeTimer(ctx)),
  stop: own.mutation(({ ctx }) => stopTimer(ctx)),
  save: own.input(entrySaveInput).mutation(({ ctx, input }) => writeEntry(ctx, input)),
  delete: own.input(byId).mutation(({ ctx, input }) => deleteEntry(ctx, input)),
})
