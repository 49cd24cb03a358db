import type { z } from 'zod'
import type { ProcessDetails } from '#shared/work/processes.ts'
import type { processSaveInput } from '#shared/work/schemas/processes.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getProcess, requireOwn } from '../queries/templates.ts'
import { createProcess, insertSteps } from './create.ts'

type ProcessSave = z.output<typeof processSaveInput>

/** Updates the process if `id` is given, else creates one. */
export const saveProcess = (ctx: AgencyCtx, input: ProcessSave): Promise<ProcessDetails> =>
  input.id === undefined ? createProcess(ctx, input) : updateProcess(ctx, input, input.id)

/** Active runs keep the steps they started with. */
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
