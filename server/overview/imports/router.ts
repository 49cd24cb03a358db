import { idInput } from '#shared/base/schemas/ids.ts'
import { importListInput, importMapInput, importPaidInput } from '#shared/overview/schemas/imports.ts'
import { agencyProcedure, router } from '../../base/core/calls/procedures.ts'
import { discardImport } from './commands/discard.ts'
import { runDry } from './commands/run-dry.ts'
import { setPaidUntil } from './commands/set-paid-until.ts'
import { startImport } from './commands/start.ts'
import { undoImport } from './commands/undo.ts'
import { getImport } from './queries/details.ts'
import { listImports } from './queries/imports.ts'

const owner = agencyProcedure.meta({ can: 'import.write' })
/** Takes seconds for a long file, too long for a transaction. */
const trying = agencyProcedure.meta({ can: 'import.write', repetition: 'reserve' })

export const importsRouter = router({
  list: owner.input(importListInput).query(({ ctx, input }) => listImports(ctx, input)),
  get: owner.input(idInput).query(({ ctx, input }) => getImport(ctx, input.id)),
  dryRun: trying.input(importMapInput).mutation(({ ctx, input }) => runDry(ctx, input)),
  start: owner.input(importMapInput).mutation(({ ctx, input }) => startImport(ctx, input)),
  setPaidUntil: owner.input(importPaidInput).mutation(({ ctx, input }) => setPaidUntil(ctx, input)),
  undo: owner.input(idInput).mutation(({ ctx, input }) => undoImport(ctx, input)),
  discard: owner.input(idInput).mutation(({ ctx, input }) => discardImport(ctx, input)),
})
