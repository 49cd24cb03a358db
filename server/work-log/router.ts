import { z } from 'zod'
import {
  entryExportInput,
  entryListInput,
  entrySaveInput,
  timerStartInput,
  timezoneInput,
  weekInput,
} from '#shared/work-log.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { deleteEntry, saveEntry } from './commands/entries.ts'
import { pauseTimer, resumeTimer, startTimer, stopTimer } from './commands/timer.ts'
import { exportEntries, getEntry, listEntries, runningTimer } from './queries/entries.ts'
import { countHours, weekGrid } from './queries.ts'

const own = userProcedure.meta({ can: 'work-log.own' })
const byId = z.strictObject({ id: z.uuid() })

export const workLogRouter = router({
  timer: own.query(({ ctx }) => runningTimer(ctx.services.db, ctx.scope)),
  counters: own
    .input(z.strictObject({ timezone: timezoneInput }).default({}))
    .query(({ ctx, input }) => countHours(ctx.services.db, ctx.scope, input)),
  list: own.input(entryListInput).query(({ ctx, input }) => listEntries(ctx.services.db, ctx.scope, input)),
  get: own.input(byId).query(({ ctx, input }) => getEntry(ctx.services.db, ctx.scope, input.id)),
  week: own.input(weekInput).query(({ ctx, input }) => weekGrid(ctx.services.db, ctx.scope, input)),
  exportCsv: own
    .input(entryExportInput)
    .query(({ ctx, input }) => exportEntries(ctx.services.db, ctx.scope, input)),
  start: own
    .input(timerStartInput)
    .mutation(({ ctx, input }) => startTimer(ctx.services.db, ctx.scope, input)),
  pause: own.mutation(({ ctx }) => pauseTimer(ctx.services.db, ctx.scope)),
  resume: own.mutation(({ ctx }) => resumeTimer(ctx.services.db, ctx.scope)),
  stop: own.mutation(({ ctx }) => stopTimer(ctx.services.db, ctx.scope)),
  save: own.input(entrySaveInput).mutation(({ ctx, input }) => saveEntry(ctx.services.db, ctx.scope, input)),
  delete: own.input(byId).mutation(({ ctx, input }) => deleteEntry(ctx.services.db, ctx.scope, input)),
})
