import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/admin/usage')({
  staticData: { can: 'session.own' },
  component: lazyRouteComponent(
    () => import('#client/features/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
})
