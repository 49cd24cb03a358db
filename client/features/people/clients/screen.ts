import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { clientSearch } from './client-search.ts'

export const clientsScreen = {
  validateSearch: clientSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./clients-page.tsx')),
    'ClientsPage',
  ),
}
