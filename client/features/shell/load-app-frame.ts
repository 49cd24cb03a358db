import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/reach.ts'
import { whenIdle } from '#client/lib/when-idle.ts'

/** Everything behind the sign-in, in one chunk; once loaded it is drawn at once, without a placeholder before. */
export const AppFrame = lazyRouteComponent(
  patient(() => import('./app-frame.tsx')),
  'AppFrame',
)

export const loadAppFrame = async (): Promise<void> => AppFrame.preload?.()

/** Prefetches it while the password is being typed. */
export const preloadAppFrame = () => whenIdle(loadAppFrame)
