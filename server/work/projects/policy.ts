import type { ProjectStatus } from '#shared/work/projects.ts'
import type { UserCtx } from '../../base/core/context.ts'

/** Contributors don't see what a client pays, nor do the client's contacts without access to billing. */
export const seesProjectPrice = ({ actor, reach }: UserCtx): boolean =>
  actor.role !== 'employee' && reach.seesBilling

/** The team can always download all deliverables as an archive, clients once the project is completed. */
export const mayDownloadAll = (ctx: UserCtx, project: { status: ProjectStatus }): boolean =>
  ctx.actor.role !== 'client' || project.status === 'completed'
