import type { z } from 'zod'
import type { RunDto } from '#shared/work/processes.ts'
import type { runStartInput } from '#shared/work/schemas/processes.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { createTask } from '../../tasks/commands/create.ts'
import { getRun } from '../queries/runs.ts'
import { getProcess } from '../queries/templates.ts'
import { stepDueDate } from '../rules.ts'
import { aboutRun } from './update-run.ts'

/** Starts a process for a project or client with a copy of its steps and, optionally, tasks for them. */
export function startRun(ctx: AgencyCtx, input: z.output<typeof runStartInput>): Promise<RunDto> {
  return transact(ctx, async (tx) => {
    const process = await getProcess(tx, input.template_id)
    if (process.archived_at !== null) throw new AppError('BAD_REQUEST', 'This process is archived.')
    if (process.status === 'draft') {
      throw new AppError('BAD_REQUEST', 'A draft cannot be started. Finish it first.', { reason: 'draft' })
    }
    const about = await resolveSubject(tx, input)
    const today = callerDate(ctx)
    const id = newId()
    await insertInto(tx, 'process_runs')
      .values({
        agency_id: ctx.reach.agencyId,
        id,
        template_id: process.id,
        name: process.name,
        project_id: about.projectId,
        client_id: about.clientId,
        status: 'active',
        note: null,
        started_by: ctx.actor.userId,
        started_at: toInstant(ctx.now),
        finished_at: null,
        version: 1,
      })
      .execute()
    // The last step first: a new task is above those before it.
    for (const step of process.steps.toReversed()) {
      const due_date = stepDueDate(today, step.due_offset_days)
      const task_id = input.create_tasks ? await createStepTask(tx, about.projectId, step, due_date) : null
      await insertInto(tx, 'process_run_steps')
        .values({
          agency_id: ctx.reach.agencyId,
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
    const run = await getRun(tx, id)
    await record(tx, 'process-run.started', {
      ...aboutRun(tx, run),
      reached: run.current_step,
      runProjectId: about.projectId,
    })
    return run
  })
}

/** The run's project and client: a project determines its client, and both must match. */
async function resolveSubject(
  tx: Tx<AgencyCtx>,
  input: { project_id?: string | null; client_id?: string | null },
): Promise<{ projectId: string | null; clientId: string | null }> {
  if (input.project_id) {
    const project = await selectFrom(tx, 'projects')
      .select('assigned_client_id')
      .where('id', '=', input.project_id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.client_id && input.client_id !== project.assigned_client_id) {
      throw new AppError('BAD_REQUEST', 'The project belongs to another client.')
    }
    return { projectId: input.project_id, clientId: project.assigned_client_id }
  }
  const client = await selectFrom(tx, 'clients')
    .select('id')
    .where('id', '=', input.client_id ?? '')
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return { projectId: null, clientId: client.id }
}

async function createStepTask(
  tx: Tx<AgencyCtx>,
  projectId: string | null,
  step: { title: string; description: string | null; position: number },
  due_date: string,
): Promise<string> {
  const { title, description } = step
  const task = await createTask(
    tx,
    taskSaveInput.parse({ title, description, project_id: projectId, due_date }),
    new Date(tx.now.getTime() - step.position),
  )
  return task.id
}
