import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agenciesSearch } from '#client/features/agencies/agencies-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/agencies')({
  staticData: { can: 'agency.read-all' },
  validateSearch: agenciesSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/agencies/agencies-page.tsx')),
    'AgenciesPage',
  ),
})
