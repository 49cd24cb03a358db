import type { DashboardDto } from '#shared/overview/dashboard.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { agencyDashboard } from './agency.ts'
import { clientDashboard } from './client.ts'
import { contributorDashboard } from './contributor.ts'
import { platformDashboard } from './platform.ts'

/** The figures of the caller's dashboard. */
export function getDashboard(ctx: UserCtx): Promise<DashboardDto> {
  switch (ctx.actor.role) {
    case 'super_admin':
      return platformDashboard(ctx)
    case 'agency_admin':
      return agencyDashboard(ctx)
    case 'employee':
      return contributorDashboard(ctx)
    case 'client':
      return clientDashboard(ctx)
    case null:
      throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  }
}
