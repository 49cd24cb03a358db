import type { z } from 'zod'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { projectArchiveInput } from '#shared/work/schemas/projects.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getProject } from '../queries/projects.ts'
import { aboutProject } from '../rules.ts'

/** Archives or restores a project, hiding its tasks as well. */
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
