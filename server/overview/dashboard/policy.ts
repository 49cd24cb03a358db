import { allows } from '#shared/base/policies.ts'
import type { UserCtx } from '../../base/core/context.ts'

/** Anyone who can write projects can add the sample project. */
export const mayAddSample = (ctx: UserCtx): boolean =>
  ctx.reach.kind === 'agency' && allows(ctx.actor.role, 'project.write')
