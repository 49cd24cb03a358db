import type { z } from 'zod'
import type { RunDto, RunStatus, runFinishInput, runStartInput, runTickInput } from '#shared/processes.ts'
import { taskSaveInput } from '#shared/tasks.ts'
import { recordActivity } from '../../activity/record.ts'
import { type AgencyScope, callerDate } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { notifyStepReached } from '../../notifications/commands/about-work.ts'
import { saveTask } from '../../tasks/commands/save.ts'
import { getRun } from '../queries/runs.ts'
import { getProcess } from '../queries/templates.ts'
import { stepDueDate } from '../rules.ts'

/** Starts a process for a project or client, with its own copy of the steps and, if wanted, their tasks. */
export function startRun(db: Db, scope: AgencyScope, input: z.output<typeof runStartInput>): Promise<RunDto> {
  return transact(db, async (trx) => {
    const process = await getProcess(trx, scope, input.template_id)
    if (process.archived_at !== null) throw new AppError('BAD_REQUEST', 'This process is archived.')
    if (process.status === 'draft') {
      throw new AppError('BAD_REQUEST', 'A draft cannot be started. Finish it first.', { reason: 'draft' })
    }
    const about = await resolveSubject(trx, scope, input)
    const today = callerDate(scope)
    const id = newId()
    await trx
      .insertInto('process_runs')
      .values({
        agency_id: scope.agencyId,
        id,
        template_id: process.id,
        name: process.name,
        project_id: about.projectId,
        client_id: about.clientId,
        status: 'active',
        note: null,
        started_by: scope.userId,
        started_at: toInstant(scope.now),
        finished_at: null,
        version: 1,
      })
      .execute()
    for (const step of process.steps) {
      const due_date = stepDueDate(today, step.due_offset_days)
      const task_id = input.create_tasks
        ? await createTask(trx, scope, about.projectId, step, due_date)
        : null
      await trx
        .insertInto('process_run_steps')
        .values({
          agency_id: scope.agencyId,
          run_id: id,
          id: newId(),
          position: step.position,
          title: step.title,
          description: step.description,
          role: step.role,
          due_date,
          task_id,
          completed_at: null,
          completed_by: null,
        })
        .execute()
    }
    await record(trx, scope, { id, name: process.name, project_id: about.projectId }, 'started')
    const run = await getRun(trx, scope, id)
    await notifyStepReached(trx, scope, run)
    return run
  })
}

/** Ticks a step, or takes the tick back. */
export function tickStep(db: Db, scope: AgencyScope, input: z.output<typeof runTickInput>): Promise<RunDto> {
  return transact(db, async (trx) => {
    const run = await requireActive(trx, scope, input.run_id)
    const before = await getRun(trx, scope, input.run_id)
    const step = await trx
      .updateTable('process_run_steps')
      .set({
        completed_at: input.completed ? toInstant(scope.now) : null,
        completed_by: input.completed ? scope.userId : null,
      })
      .where('agency_id', '=', scope.agencyId)
      .where('run_id', '=', input.run_id)
      .where('id', '=', input.step_id)
      .returning('title')
      .executeTakeFirst()
    if (step === undefined) throw notFound('This step')
    await setVersion(trx, scope, run, {})
    await record(trx, scope, run, input.completed ? 'step-done' : 'step-reopened', step.title)
    const after = await getRun(trx, scope, input.run_id)
    const moved = after.current_step?.id !== before.current_step?.id
    if (input.completed && moved) await notifyStepReached(trx, scope, after)
    return after
  })
}

/** Ends a run; completing it needs every step ticked, and how it ended counts for the success rate. */
export function finishRun(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof runFinishInput>,
): Promise<RunDto> {
  return transact(db, async (trx) => {
    const run = await requireActive(trx, scope, input.id)
    if (run.version !== input.version) throw conflict('This process run')
    const { current_step } = await getRun(trx, scope, input.id)
    if (input.outcome === 'completed' && current_step !== null) {
      throw new AppError('BAD_REQUEST', `“${current_step.title}” is not done yet.`, { reason: 'steps_open' })
    }
    await setVersion(trx, scope, run, {
      status: input.outcome,
      note: input.note,
      finished_at: toInstant(scope.now),
    })
    await record(trx, scope, run, input.outcome)
    return getRun(trx, scope, input.id)
  })
}

interface RunRow {
  id: string
  name: string
  project_id: string | null
}

/** Project and client the run is about: a project brings its client, and the two must fit. */
async function resolveSubject(
  trx: Trx,
  scope: AgencyScope,
  input: { project_id?: string | null; client_id?: string | null },
): Promise<{ projectId: string | null; clientId: string | null }> {
  if (input.project_id) {
    const project = await trx
      .selectFrom('projects')
      .select('assigned_client_id')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.project_id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.client_id && input.client_id !== project.assigned_client_id) {
      throw new AppError('BAD_REQUEST', 'The project belongs to another client.')
    }
    return { projectId: input.project_id, clientId: project.assigned_client_id }
  }
  const client = await trx
    .selectFrom('clients')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', input.client_id ?? '')
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return { projectId: null, clientId: client.id }
}

async function createTask(
  trx: Trx,
  scope: AgencyScope,
  projectId: string | null,
  step: { title: string; description: string | null },
  due_date: string,
): Promise<string> {
  const { title, description } = step
  const task = await saveTask(
    trx,
    scope,
    taskSaveInput.parse({ title, description, project_id: projectId, due_date }),
  )
  return task.id
}

async function requireActive(trx: Trx, scope: AgencyScope, id: string) {
  const run = await trx
    .selectFrom('process_runs')
    .select(['id', 'name', 'project_id', 'status', 'version'])
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (run === undefined) throw notFound('This process run')
  if (run.status !== 'active') throw new AppError('BAD_REQUEST', 'This process run is finished.')
  return run
}

async function setVersion(
  trx: Trx,
  scope: AgencyScope,
  run: { id: string; version: number },
  values: { status?: RunStatus; note?: string | null; finished_at?: string },
): Promise<void> {
  await trx
    .updateTable('process_runs')
    .set({ ...values, version: run.version + 1 })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', run.id)
    .where('version', '=', run.version)
    .execute()
}

const SENTENCES = {
  started: (name: string) => `${name} started`,
  completed: (name: string) => `${name} completed`,
  failed: (name: string) => `${name} ended without success`,
  'step-done': (name: string, step: string) => `${name}: ${step} done`,
  'step-reopened': (name: string, step: string) => `${name}: ${step} reopened`,
}

const record = (
  trx: Trx,
  scope: AgencyScope,
  run: RunRow,
  verb: keyof typeof SENTENCES,
  step = '',
): Promise<void> =>
  recordActivity(trx, scope, {
    action: `process-run.${verb}`,
    subject: { type: 'process_run', id: run.id },
    touches: ['processes'],
    summary: SENTENCES[verb](run.name, step),
  })
