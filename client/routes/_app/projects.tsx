import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/projects')({
  staticData: { can: 'project.read' },
  component: lazyRouteComponent(() => import('#client/features/projects/projects-page.tsx'), 'ProjectsPage'),
})
