import type { ChartsDto } from '#shared/overview/charts.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { agencyCharts } from './agency-charts.ts'
import { clientCharts } from './client-charts.ts'
import { contributorCharts } from './contributor-charts.ts'
import { platformCharts } from './platform-charts.ts'

/** All charts of the caller's dashboard in one response. */
export function getCharts(ctx: UserCtx): Promise<ChartsDto> {
  switch (ctx.actor.role) {
    case 'super_admin':
      return platformCharts(ctx)
    case 'agency_admin':
      return agencyCharts(ctx)
    case 'employee':
      return contributorCharts(ctx)
    case 'client':
      return clientCharts(ctx)
    case null:
      throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  }
}
