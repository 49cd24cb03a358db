import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { projectSearch } from './project/project-search.ts'

export const projectsScreen = {
  validateSearch: projectSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./projects-page.tsx')),
    'ProjectsPage',
  ),
}
