import { domain } from '../../base/core/domain.ts'
import { DASHBOARD_EFFECTS, DASHBOARD_PURPOSES } from './effects.ts'
import { dashboardRouter } from './router.ts'

/** The dashboards. */
export const dashboard = domain({
  routers: { dashboard: dashboardRouter },
  effects: DASHBOARD_EFFECTS,
  purposes: DASHBOARD_PURPOSES,
})
