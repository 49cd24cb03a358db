import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { agenciesSearch } from './agencies-search.ts'

export const agenciesScreen = {
  validateSearch: agenciesSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./agencies-page.tsx')),
    'AgenciesPage',
  ),
}
