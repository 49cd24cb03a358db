import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashScreen } from '#client/components/crash-screen.tsx'
import { patient } from '#client/lib/reach.ts'

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(
    patient(() => import('#client/components/not-found.tsx')),
    'NotFound',
  ),
  errorComponent: CrashScreen,
})
