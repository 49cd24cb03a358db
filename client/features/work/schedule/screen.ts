import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { scheduleSearch } from './schedule-search.ts'

export const scheduleScreen = {
  validateSearch: scheduleSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./schedules-page.tsx')),
    'SchedulesPage',
  ),
}
