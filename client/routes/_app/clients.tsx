import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { clientSearch } from '#client/features/clients/client-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/clients')({
  staticData: { can: 'client.read' },
  validateSearch: clientSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/clients/clients-page.tsx')),
    'ClientsPage',
  ),
})
