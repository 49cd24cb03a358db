import { allows } from '#shared/base/policies.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { UserCtx } from '../../base/core/context.ts'

/** Shared views belong to the agency: only its owners can change them. */
export const mayChangeView = (ctx: UserCtx, view: { shared: number }): boolean =>
  view.shared === 0 || (ctx.reach.kind === 'agency' && allows(ctx.actor.role, 'view.share'))

export function requireChange(ctx: UserCtx, view: { shared: number }): void {
  if (mayChangeView(ctx, view)) return
  throw new AppError('FORBIDDEN', 'Only an owner can change a shared view.')
}
