import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scheduleSearch } from '#client/features/schedule/schedule-search.ts'

export const Route = createFileRoute('/_app/schedules')({
  staticData: { can: 'schedule.read' },
  validateSearch: scheduleSearch.validate,
  component: lazyRouteComponent(
    () => import('#client/features/schedule/schedules-page.tsx'),
    'SchedulesPage',
  ),
})
