import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { paymentsSearch } from '../payments-search.ts'

export const paymentsScreen = {
  validateSearch: paymentsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./payments-page.tsx')),
    'PaymentsPage',
  ),
}
