import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { payLinkSearch } from '#client/features/money/payments/pay-link/pay-link-search.ts'
import { patient } from '#client/lib/calls/connection.ts'

export const Route = createFileRoute('/pay')({
  validateSearch: payLinkSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/money/payments/pay-link/pay-link-page.tsx')),
    'PayLinkPage',
  ),
})
