import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/agencies')({
  staticData: { can: 'agency.read-all' },
  component: lazyRouteComponent(() => import('#client/features/agencies/agencies-page.tsx'), 'AgenciesPage'),
})
