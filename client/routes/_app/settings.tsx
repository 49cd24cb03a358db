import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsSearch } from '#client/features/settings/section/settings-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/settings')({
  staticData: { can: 'settings.own' },
  validateSearch: settingsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/settings/settings-page.tsx')),
    'SettingsPage',
  ),
})
