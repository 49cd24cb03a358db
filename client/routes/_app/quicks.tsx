import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/quicks')({
  staticData: { can: 'quick-task.own' },
  component: lazyRouteComponent(
    () => import('#client/features/quick-tasks/quick-tasks-page.tsx'),
    'QuickTasksPage',
  ),
})
