import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/clients')({
  staticData: { can: 'client.read' },
  component: lazyRouteComponent(() => import('#client/features/clients/clients-page.tsx'), 'ClientsPage'),
})
