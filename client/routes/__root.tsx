import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashScreen } from '#client/components/crash-screen.tsx'

export const Route = createRootRoute({
  // Each screen reads its own part of the address through useSearchState.
  validateSearch: (search: Record<string, unknown>) => search,
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('#client/components/not-found.tsx'), 'NotFound'),
  errorComponent: CrashScreen,
})
