import { allows } from '#shared/policies.ts'
import type { UserCtx } from '../core/context.ts'

/** Whoever writes projects may have one to look around in. */
export const mayAddSample = (ctx: UserCtx): boolean =>
  ctx.reach.kind === 'agency' && allows(ctx.actor.role, 'project.write')
