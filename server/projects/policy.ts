import type { ProjectStatus } from '#shared/projects.ts'
import type { UserCtx } from '../core/context.ts'

/** What a client pays is not the contributors' to see. */
export const seesProjectPrice = (ctx: UserCtx): boolean => ctx.actor.role !== 'employee'

/** Deliverables as one archive: the team may at any time, the client once the project is completed. */
export const mayDownloadAll = (ctx: UserCtx, project: { status: ProjectStatus }): boolean =>
  ctx.actor.role !== 'client' || project.status === 'completed'
