import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { processSearch } from '#client/features/processes/process-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/process')({
  staticData: { can: 'process.read' },
  validateSearch: processSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/processes/processes-page.tsx')),
    'ProcessesPage',
  ),
})
