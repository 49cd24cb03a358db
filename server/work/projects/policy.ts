import type { ProjectStatus } from '#shared/work/projects.ts'
import type { UserCtx } from '../../base/core/context.ts'

/** Contributors don't see what a client pays. */
export const seesProjectPrice = (ctx: UserCtx): boolean => ctx.actor.role !== 'employee'

/** The team can always download all deliverables as an archive, clients once the project is completed. */
export const mayDownloadAll = (ctx: UserCtx, project: { status: ProjectStatus }): boolean =>
  ctx.actor.role !== 'client' || project.status === 'completed'
