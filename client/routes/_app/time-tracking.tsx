import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/time-tracking')({
  staticData: { can: 'work-log.own' },
  component: lazyRouteComponent(() => import('#client/features/work-log/work-log-page.tsx'), 'WorkLogPage'),
})
