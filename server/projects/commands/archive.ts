import type { z } from 'zod'
import type { ProjectDto, projectArchiveInput } from '#shared/projects.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { getProject } from '../queries.ts'
import { recordProjectActivity } from './record.ts'

/** Hides a project and its tasks from lists, or brings it back. */
export function setProjectArchived(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectArchiveInput>,
): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const project = await trx
      .updateTable('projects')
      .set({ archived_at: input.archived ? now : null, updated_at: now })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning(['name', 'assigned_client_id'])
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    await recordProjectActivity(
      trx,
      scope,
      { id: input.id, clientId: project.assigned_client_id },
      input.archived ? 'project.archived' : 'project.restored',
      `Project “${project.name}” ${input.archived ? 'archived' : 'restored'}`,
    )
    return getProject(trx, scope, input.id)
  })
}
