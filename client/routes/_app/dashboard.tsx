import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/dashboard')({
  staticData: { can: 'session.own' },
  component: lazyRouteComponent(
    () => import('#client/features/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
})
