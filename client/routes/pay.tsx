import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { payLinkSearch } from '#client/features/billing/pay-link-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/pay')({
  validateSearch: payLinkSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/billing/pay-link-page.tsx')),
    'PayLinkPage',
  ),
})
