import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { whenIdle } from '#client/lib/loading/when-idle.ts'

/** Everything behind sign-in, in one chunk; once loaded, it renders without a placeholder. */
export const AppFrame = lazyRouteComponent(
  patient(() => import('./app-frame.tsx')),
  'AppFrame',
)

export const loadAppFrame = async (): Promise<void> => AppFrame.preload?.()

/** Prefetches the chunk while the user types the password. */
export const preloadAppFrame = () => whenIdle(loadAppFrame)
