import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { ProcessDetails } from '#shared/work/processes.ts'
import type { processSaveInput } from '#shared/work/schemas/processes.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getProcess } from '../queries/templates.ts'

type ProcessCreate = Omit<z.output<typeof processSaveInput>, 'id' | 'version'>

/** Creates a process of the agency. */
export function createProcess(ctx: AgencyCtx, input: ProcessCreate): Promise<ProcessDetails> {
  return transact(ctx, async (tx) => {
    const id = await insertProcess(tx, ctx.reach.agencyId, input)
    await record(tx, 'process.created', { id, name: input.name })
    return getProcess(tx, id)
  })
}

/** Inserts a process with its steps; without an agency it is a shared sample. */
export async function insertProcess(
  tx: Tx,
  agencyId: AgencyId | null,
  process: ProcessCreate,
): Promise<string> {
  const id = newId()
  await insertInto(tx, 'process_templates')
    .values({
      id,
      agency_id: agencyId,
      name: process.name,
      description: process.description,
      status: process.status,
      duration_days: process.duration_days,
      archived_at: null,
      version: 1,
      created_at: toInstant(tx.now),
      updated_at: toInstant(tx.now),
    })
    .execute()
  await insertSteps(tx, id, process.steps)
  return id
}

export async function insertSteps(tx: Tx, templateId: string, steps: ProcessCreate['steps']): Promise<void> {
  await insertInto(tx, 'process_steps')
    .values(
      steps.map((step, position) => ({
        template_id: templateId,
        position,
        title: step.title,
        description: step.description,
        role: step.role,
        due_offset_days: step.due_offset_days,
      })),
    )
    .execute()
}
