import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { processSearch } from './process-search.ts'

export const processesScreen = {
  validateSearch: processSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./processes-page.tsx')),
    'ProcessesPage',
  ),
}
