import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { packagesSearch } from '#client/features/packages/packages-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/packages')({
  staticData: { can: 'package.write' },
  validateSearch: packagesSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/packages/packages-page.tsx')),
    'PackagesPage',
  ),
})
