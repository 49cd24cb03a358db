import type { z } from 'zod'
import type { ProcessDetails, processSaveInput } from '#shared/processes.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { getProcess, requireOwn } from '../queries/templates.ts'
import { createProcess, insertSteps } from './create.ts'

type ProcessSave = z.output<typeof processSaveInput>

/** Updates the process named by `id`; one without it is new. */
export const saveProcess = (ctx: AgencyCtx, input: ProcessSave): Promise<ProcessDetails> =>
  input.id === undefined ? createProcess(ctx, input) : updateProcess(ctx, input, input.id)

/** Runs under way keep the steps they began with. */
function updateProcess(ctx: AgencyCtx, input: ProcessSave, id: string): Promise<ProcessDetails> {
  return transact(ctx, async (tx) => {
    await updateColumns(tx, input, id)
    await record(tx, 'process.updated', { id, name: input.name })
    return getProcess(tx, id)
  })
}

async function updateColumns(tx: Tx<AgencyCtx>, input: ProcessSave, id: string): Promise<void> {
  const current = await requireOwn(tx, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This process')
  const { name, description, status, duration_days } = input
  const columns = { name, description, status, duration_days }
  await updateVersioned(tx, 'process_templates', current, columns, 'This process')
  await deleteFrom(tx, 'process_steps').where('template_id', '=', id).execute()
  await insertSteps(tx, id, input.steps)
}
