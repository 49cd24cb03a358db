import { z } from 'zod'
import {
  processListInput,
  processSaveInput,
  runFinishInput,
  runListInput,
  runStartInput,
  runTickInput,
} from '#shared/processes.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { finishRun, startRun, tickStep } from './commands/runs.ts'
import { duplicateProcess, saveProcess, setProcessArchived } from './commands/templates.ts'
import { getRun, listRuns } from './queries/runs.ts'
import { getProcess, listProcesses } from './queries/templates.ts'

const read = userProcedure.meta({ can: 'process.read' })
const write = agencyProcedure.meta({ can: 'process.write' })
const run = agencyProcedure.meta({ can: 'process.run' })
const byId = z.strictObject({ id: z.uuid() })

export const processesRouter = router({
  list: read
    .input(processListInput)
    .query(({ ctx, input }) => listProcesses(ctx.services.db, ctx.scope, input)),
  get: read.input(byId).query(({ ctx, input }) => getProcess(ctx.services.db, ctx.scope, input.id)),
  save: write
    .input(processSaveInput)
    .mutation(({ ctx, input }) => saveProcess(ctx.services.db, ctx.scope, input)),
  duplicate: write
    .input(byId)
    .mutation(({ ctx, input }) => duplicateProcess(ctx.services.db, ctx.scope, input)),
  setArchived: write
    .input(byId.extend({ archived: z.boolean() }))
    .mutation(({ ctx, input }) => setProcessArchived(ctx.services.db, ctx.scope, input)),
  runs: read.input(runListInput).query(({ ctx, input }) => listRuns(ctx.services.db, ctx.scope, input)),
  run: read.input(byId).query(({ ctx, input }) => getRun(ctx.services.db, ctx.scope, input.id)),
  start: run.input(runStartInput).mutation(({ ctx, input }) => startRun(ctx.services.db, ctx.scope, input)),
  tick: run.input(runTickInput).mutation(({ ctx, input }) => tickStep(ctx.services.db, ctx.scope, input)),
  finish: run
    .input(runFinishInput)
    .mutation(({ ctx, input }) => finishRun(ctx.services.db, ctx.scope, input)),
})
