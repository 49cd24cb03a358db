import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/settings')({
  staticData: { can: 'settings.own' },
  component: lazyRouteComponent(() => import('#client/features/settings/settings-page.tsx'), 'SettingsPage'),
})
