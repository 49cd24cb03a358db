import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { accountsSearch } from './accounts-search.ts'

export const accountsScreen = {
  validateSearch: accountsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./accounts-page.tsx')),
    'AccountsPage',
  ),
}
