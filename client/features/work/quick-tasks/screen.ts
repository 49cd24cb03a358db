import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { quickTaskSearch } from './quick-task-search.ts'

export const quickTasksScreen = {
  validateSearch: quickTaskSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./quick-tasks-page.tsx')),
    'QuickTasksPage',
  ),
}
