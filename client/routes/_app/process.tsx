import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/process')({
  staticData: { can: 'process.read' },
  component: lazyRouteComponent(
    () => import('#client/features/processes/processes-page.tsx'),
    'ProcessesPage',
  ),
})
