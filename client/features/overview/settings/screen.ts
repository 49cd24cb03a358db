import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { settingsSearch } from './section/settings-search.ts'

export const settingsScreen = {
  validateSearch: settingsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./settings-page.tsx')),
    'SettingsPage',
  ),
}
