import { allows } from '#shared/policies.ts'
import type { UserCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'

/** What is shared belongs to the agency: its owners alone change it. */
export const mayChangeView = (ctx: UserCtx, view: { shared: number }): boolean =>
  view.shared === 0 || (ctx.reach.kind === 'agency' && allows(ctx.actor.role, 'view.share'))

export function requireChange(ctx: UserCtx, view: { shared: number }): void {
  if (mayChangeView(ctx, view)) return
  throw new AppError('FORBIDDEN', 'Only an owner can change a view of the team.')
}
