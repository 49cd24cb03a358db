import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { dashboardSearch } from './dashboard-search.ts'

export const dashboardScreen = {
  validateSearch: dashboardSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./dashboard-page.tsx')),
    'DashboardPage',
  ),
}
