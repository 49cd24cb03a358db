import type { z } from 'zod'
import type { ProjectDto, ProjectStatus } from '#shared/work/projects.ts'
import type { projectStatusInput } from '#shared/work/schemas/projects.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getProject, type ScopedProject } from '../queries/projects.ts'
import { aboutProject } from '../rules.ts'

/** Changes only the project's status. */
export function setProjectStatus(
  ctx: AgencyCtx,
  input: z.output<typeof projectStatusInput>,
): Promise<ProjectDto> {
  return transact(ctx, async (tx) => {
    const current = await getProject(tx, input.id)
    if (input.version !== undefined && input.version !== current.version) throw conflict('This project')
    if (input.status === current.status) return current
    await updateVersioned(tx, 'projects', current, { status: input.status }, 'This project')
    await recordProjectStatus(tx, current, input.status)
    return getProject(tx, input.id)
  })
}

export async function recordProjectStatus(
  tx: Tx,
  project: Pick<ScopedProject, 'id' | 'agency_id' | 'name' | 'assigned_client_id'>,
  status: ProjectStatus,
): Promise<void> {
  if (status === 'completed') await record(tx, 'project.completed', aboutProject(project))
  else await record(tx, 'project.status-changed', { ...aboutProject(project), status })
}
