import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/packages')({
  staticData: { can: 'package.write' },
  component: lazyRouteComponent(() => import('#client/features/packages/packages-page.tsx'), 'PackagesPage'),
})
