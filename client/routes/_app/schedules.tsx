import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/schedules')({
  staticData: { can: 'schedule.read' },
  component: lazyRouteComponent(
    () => import('#client/features/schedule/schedules-page.tsx'),
    'SchedulesPage',
  ),
})
