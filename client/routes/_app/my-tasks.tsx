import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/my-tasks')({
  staticData: { can: 'task.read' },
  component: lazyRouteComponent(() => import('#client/features/tasks/tasks-page.tsx'), 'TasksPage'),
})
