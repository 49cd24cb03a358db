import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/accounts')({
  staticData: { can: 'finance.read' },
  component: lazyRouteComponent(() => import('#client/features/finance/accounts-page.tsx'), 'AccountsPage'),
})
