import type { z } from 'zod'
import type { ProjectDto, projectArchiveInput } from '#shared/projects.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { getProject } from '../queries/projects.ts'
import { aboutProject } from '../rules.ts'

/** Hides a project and its tasks from lists, or brings it back. */
export function setProjectArchived(
  ctx: AgencyCtx,
  input: z.output<typeof projectArchiveInput>,
): Promise<ProjectDto> {
  return transact(ctx, async (tx) => {
    const project = await getProject(tx, input.id)
    const archived_at = input.archived ? toInstant(tx.now) : null
    await updateVersioned(tx, 'projects', project, { archived_at }, 'This project')
    await record(tx, input.archived ? 'project.archived' : 'project.restored', aboutProject(project))
    return getProject(tx, input.id)
  })
}
