import type { UserCtx } from '../core/context.ts'
import { isPlatformAdmin } from '../core/reach.ts'

/** Which rates of an entry the caller is told: owners both, contributors what their own time costs, clients none. */
export function seenRates(ctx: UserCtx, isOwn: boolean): { billing: boolean; cost: boolean } {
  const owner = isPlatformAdmin(ctx) || ctx.actor.role === 'agency_admin'
  return { billing: owner, cost: owner || (isOwn && ctx.actor.role === 'employee') }
}

/** Time of a client, or of somebody without an agency, is a private note: it counts in nobody's books. */
export const keepsPrivateTime = (ctx: UserCtx): boolean =>
  ctx.reach.agencyId === null || ctx.actor.role === 'client'
