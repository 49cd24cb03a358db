import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/admin/billing')({
  staticData: { can: 'payment.read' },
  component: lazyRouteComponent(() => import('#client/features/payments/payments-page.tsx'), 'PaymentsPage'),
})
