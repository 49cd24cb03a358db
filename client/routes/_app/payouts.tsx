import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/payouts')({
  staticData: { can: 'payment.read', tab: 'history' },
  component: lazyRouteComponent(() => import('#client/features/payments/payments-page.tsx'), 'PaymentsPage'),
})
