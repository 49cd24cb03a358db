import { fieldError, notFound } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** Throws NOT_FOUND unless the projects are the agency's, and BAD_REQUEST if one is of another client. */
export async function requireProjectsOf(
  ctx: UserCtx,
  /** Null accepts the projects of all clients. */
  clientId: string | null,
  projectIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(projectIds)]
  if (ids.length === 0) return
  const { agencyId } = ctx.reach
  const projects = await selectFrom(ctx, 'projects')
    .select(['name', 'assigned_client_id'])
    .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
    .where('id', 'in', ids)
    .orderBy('name')
    .execute()
  if (projects.length < ids.length) throw notFound('This project')
  const other = projects.find(({ assigned_client_id }) => assigned_client_id !== clientId)
  if (other === undefined || clientId === null) return
  const message = `“${other.name}” is a project of another client.`
  throw fieldError('project_id', message)
}
