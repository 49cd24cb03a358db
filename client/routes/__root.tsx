import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashScreen } from '#client/components/states/crash-screen.tsx'
import { patient } from '#client/lib/calls/connection.ts'

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(
    patient(() => import('#client/components/states/not-found.tsx')),
    'NotFound',
  ),
  errorComponent: CrashScreen,
})
