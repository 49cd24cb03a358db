import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { taskSearch } from './task/task-search.ts'

export const tasksScreen = {
  validateSearch: taskSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./tasks-page.tsx')),
    'TasksPage',
  ),
}
