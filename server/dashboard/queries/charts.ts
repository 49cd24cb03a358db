import type { ChartsDto } from '#shared/charts.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { agencyCharts } from './agency-charts.ts'
import { clientCharts } from './client-charts.ts'
import { contributorCharts } from './contributor-charts.ts'
import { platformCharts } from './platform-charts.ts'

/** What the caller's own dashboard draws, in one answer. */
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
