import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

export interface AboutTask {
  id: string
  title: string
  agencyId: AgencyId
  projectId: string
  clientId: string
}

/** The fields common to all task events: title and audience. */
export async function aboutTask(
  ctx: Ctx,
  task: { id: string; agency_id: AgencyId; project_id: string; title: string },
): Promise<AboutTask> {
  const project = await selectFrom(ctx, 'projects')
    .select('assigned_client_id')
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.project_id)
    .executeTakeFirstOrThrow()
  return {
    id: task.id,
    title: task.title,
    agencyId: task.agency_id,
    projectId: task.project_id,
    clientId: project.assigned_client_id,
  }
}
