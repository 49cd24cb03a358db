import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { workLogSearch } from './work-log-search.ts'

export const workLogScreen = {
  validateSearch: workLogSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./work-log-page.tsx')),
    'WorkLogPage',
  ),
}
