import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { quickTaskSearch } from '#client/features/quick-tasks/quick-task-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/quicks')({
  staticData: { can: 'quick-task.own' },
  validateSearch: quickTaskSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/quick-tasks/quick-tasks-page.tsx')),
    'QuickTasksPage',
  ),
})
