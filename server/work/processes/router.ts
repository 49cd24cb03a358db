import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  processListInput,
  processSaveInput,
  runFinishInput,
  runListInput,
  runStartInput,
  runTickInput,
} from '#shared/work/schemas/processes.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { duplicateProcess } from './commands/duplicate.ts'
import { finishRun } from './commands/finish.ts'
import { saveProcess } from './commands/save.ts'
import { setProcessArchived } from './commands/set-archived.ts'
import { startRun } from './commands/start.ts'
import { tickStep } from './commands/tick.ts'
import { getRun, listRuns } from './queries/runs.ts'
import { getProcess, listProcesses } from './queries/templates.ts'

const read = userProcedure.meta({ can: 'process.read' })
const write = agencyProcedure.meta({ can: 'process.write' })
const run = agencyProcedure.meta({ can: 'process.run' })

export const processesRouter = router({
  list: read.input(processListInput).query(({ ctx, input }) => listProcesses(ctx, input)),
  get: read.input(idInput).query(({ ctx, input }) => getProcess(ctx, input.id)),
  save: write.input(processSaveInput).mutation(({ ctx, input }) => saveProcess(ctx, input)),
  duplicate: write.input(idInput).mutation(({ ctx, input }) => duplicateProcess(ctx, input)),
  setArchived: write
    .input(idInput.extend({ archived: z.boolean() }))
    .mutation(({ ctx, input }) => setProcessArchived(ctx, input)),
  runs: read.input(runListInput).query(({ ctx, input }) => listRuns(ctx, input)),
  run: read.input(idInput).query(({ ctx, input }) => getRun(ctx, input.id)),
  start: run.input(runStartInput).mutation(({ ctx, input }) => startRun(ctx, input)),
  tick: run.input(runTickInput).mutation(({ ctx, input }) => tickStep(ctx, input)),
  finish: run.input(runFinishInput).mutation(({ ctx, input }) => finishRun(ctx, input)),
})
