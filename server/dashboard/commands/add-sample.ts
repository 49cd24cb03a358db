import { shiftDate } from '#shared/calendar.ts'
import { clientInput } from '#shared/clients.ts'
import { type ProjectDto, projectCreateInput } from '#shared/projects.ts'
import { taskSaveInput } from '#shared/tasks.ts'
import { createClient } from '../../clients/commands/create.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { callerDate } from '../../core/reach.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { createProject } from '../../projects/commands/create.ts'
import { setProjectStatus } from '../../projects/commands/set-status.ts'
import { getProject } from '../../projects/queries/projects.ts'
import { createTask } from '../../tasks/commands/create.ts'
import { sampleProject } from '../queries/sample.ts'
import { SAMPLE_CLIENT, SAMPLE_PROJECT, SAMPLE_TASKS } from '../sample.ts'

/** Adds the project to look around in, with its client and tasks; the one that is there, if any. */
export async function addSample(ctx: AgencyCtx): Promise<ProjectDto> {
  try {
    return await transact(ctx, insertSample)
  } catch (error) {
    // Another owner added it at this moment.
    const there = isUniqueViolation(error) && (await sampleProject(ctx, ctx.reach.agencyId))
    if (!there) throw error
    return getProject(ctx, there.id)
  }
}

async function insertSample(tx: Parameters<typeof createProject>[0]): Promise<ProjectDto> {
  const { agencyId } = tx.reach
  const there = await sampleProject(tx, agencyId)
  if (there !== undefined) return getProject(tx, there.id)
  const day = (days: number) => shiftDate(callerDate(tx), days)
  const client = await createClient(tx, clientInput.parse(SAMPLE_CLIENT))
  const { id, version } = await createProject(
    tx,
    projectCreateInput.parse({
      ...SAMPLE_PROJECT,
      client: client.name,
      start_date: day(-14),
      delivery_date: day(28),
    }),
  )
  for (const { due, ...task } of SAMPLE_TASKS) {
    await createTask(tx, taskSaveInput.parse({ ...task, project_id: id, due_date: day(due) }))
  }
  await setProjectStatus(tx, { id, version, status: 'in_progress' })
  await updateTable(tx, 'clients').set({ sample: 1 }).where('id', '=', client.id).execute()
  await updateTable(tx, 'projects').set({ sample: 1 }).where('id', '=', id).execute()
  return getProject(tx, id)
}
