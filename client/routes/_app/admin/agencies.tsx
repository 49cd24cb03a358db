import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/admin/agencies')({
  staticData: { can: 'finance.read' },
  component: lazyRouteComponent(() => import('#client/features/finance/accounts-page.tsx'), 'AccountsPage'),
})
