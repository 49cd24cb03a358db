import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { payLinkSearch } from '#client/features/billing/pay-link-search.ts'

export const Route = createFileRoute('/pay')({
  validateSearch: payLinkSearch.validate,
  component: lazyRouteComponent(() => import('#client/features/billing/pay-link-page.tsx'), 'PayLinkPage'),
})
