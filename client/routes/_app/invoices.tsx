import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/invoices')({
  staticData: { can: 'payment.read', tab: 'invoices' },
  component: lazyRouteComponent(() => import('#client/features/payments/payments-page.tsx'), 'PaymentsPage'),
})
