import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashScreen } from '#client/components/crash-screen.tsx'

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('#client/components/not-found.tsx'), 'NotFound'),
  errorComponent: CrashScreen,
})
