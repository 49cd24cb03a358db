import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { packagesSearch } from './packages-search.ts'

export const packagesScreen = {
  validateSearch: packagesSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./packages-page.tsx')),
    'PackagesPage',
  ),
}
