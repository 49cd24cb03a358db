import type { z } from 'zod'
import type { ProcessDetails, processSaveInput } from '#shared/processes.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { getProcess } from '../queries/templates.ts'

type ProcessSave = z.output<typeof processSaveInput>

/** Creates a process of the agency, or changes one; runs under way keep the steps they began with. */
export function saveProcess(db: Db, scope: AgencyScope, input: ProcessSave): Promise<ProcessDetails> {
  return transact(db, async (trx) => {
    const id =
      input.id === undefined
        ? await insertProcess(trx, scope.now, scope.agencyId, input)
        : await updateProcess(trx, scope, input, input.id)
    await record(trx, scope, { id, name: input.name }, input.id === undefined ? 'created' : 'updated')
    return getProcess(trx, scope, id)
  })
}

/** Copies a sample or an own process into a draft of the agency. */
export function duplicateProcess(db: Db, scope: AgencyScope, input: { id: string }): Promise<ProcessDetails> {
  return transact(db, async (trx) => {
    const source = await getProcess(trx, scope, input.id)
    const name = `${source.name} (copy)`.slice(0, 200)
    const id = await insertProcess(trx, scope.now, scope.agencyId, { ...source, name, status: 'draft' })
    await record(trx, scope, { id, name }, 'created')
    return getProcess(trx, scope, id)
  })
}

/** Hides a process from the list, or brings it back; its runs go on. */
export function setProcessArchived(
  db: Db,
  scope: AgencyScope,
  input: { id: string; archived: boolean },
): Promise<ProcessDetails> {
  return transact(db, async (trx) => {
    const process = await requireOwn(trx, scope, input.id)
    await trx
      .updateTable('process_templates')
      .set({
        archived_at: input.archived ? toInstant(scope.now) : null,
        version: process.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .execute()
    await record(trx, scope, process, input.archived ? 'archived' : 'restored')
    return getProcess(trx, scope, input.id)
  })
}

/** A new process with its steps; without an agency it is a sample for everybody. */
export async function insertProcess(
  trx: Trx,
  now: Date,
  agencyId: AgencyId | null,
  process: Omit<ProcessSave, 'id' | 'version'>,
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('process_templates')
    .values({
      id,
      agency_id: agencyId,
      name: process.name,
      description: process.description,
      status: process.status,
      duration_days: process.duration_days,
      archived_at: null,
      version: 1,
      created_at: toInstant(now),
      updated_at: toInstant(now),
    })
    .execute()
  await insertSteps(trx, id, process.steps)
  return id
}

async function updateProcess(trx: Trx, scope: AgencyScope, input: ProcessSave, id: string): Promise<string> {
  const current = await requireOwn(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This process')
  await trx
    .updateTable('process_templates')
    .set({
      name: input.name,
      description: input.description,
      status: input.status,
      duration_days: input.duration_days,
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('version', '=', current.version)
    .execute()
  await trx.deleteFrom('process_steps').where('template_id', '=', id).execute()
  await insertSteps(trx, id, input.steps)
  return id
}

async function insertSteps(trx: Trx, templateId: string, steps: ProcessSave['steps']): Promise<void> {
  await trx
    .insertInto('process_steps')
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

async function requireOwn(trx: Trx, scope: AgencyScope, id: string) {
  const process = await trx
    .selectFrom('process_templates')
    .select(['id', 'name', 'version', 'agency_id'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('agency_id', '=', scope.agencyId), eb('agency_id', 'is', null)]))
    .executeTakeFirst()
  if (process === undefined) throw notFound('This process')
  if (process.agency_id === null) {
    throw new AppError('BAD_REQUEST', 'Samples are shared by all agencies. Duplicate it to make it yours.', {
      reason: 'shared_process',
    })
  }
  return process
}

const record = (
  trx: Trx,
  scope: AgencyScope,
  process: { id: string; name: string },
  verb: 'created' | 'updated' | 'archived' | 'restored',
): Promise<void> =>
  recordActivity(trx, scope, {
    action: `process.${verb}`,
    subject: { type: 'process', id: process.id },
    touches: ['processes'],
    summary: `Process ${process.name} ${verb}`,
  })
