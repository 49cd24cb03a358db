import type { UserCtx } from '../../base/core/context.ts'
import { isPlatformAdmin } from '../../base/core/rows/reach.ts'

/** Which of an entry's rates the caller sees: owners both, contributors their own cost rate, clients none. */
export function seenRates(ctx: UserCtx, isOwn: boolean): { billing: boolean; cost: boolean } {
  const owner = isPlatformAdmin(ctx) || ctx.actor.role === 'agency_admin'
  return { billing: owner, cost: owner || (isOwn && ctx.actor.role === 'employee') }
}

/** Time of a client or of someone without an agency is private and isn't counted anywhere else. */
export const keepsPrivateTime = (ctx: UserCtx): boolean =>
  ctx.reach.agencyId === null || ctx.actor.role === 'client'
