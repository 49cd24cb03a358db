import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/pay')({
  component: lazyRouteComponent(() => import('#client/features/payments/pay-link-page.tsx'), 'PayLinkPage'),
})
