import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scheduleSearch } from '#client/features/schedule/schedule-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/schedules')({
  staticData: { can: 'schedule.read' },
  validateSearch: scheduleSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/schedule/schedules-page.tsx')),
    'SchedulesPage',
  ),
})
