import { patient } from '#client/lib/reach.ts'
import { whenIdle } from '#client/lib/when-idle.ts'

/** Everything behind the sign-in, in one chunk. */
export const loadAppFrame = patient(() => import('./app-frame.tsx'))

/** Prefetches it while the password is being typed. */
export const preloadAppFrame = () => whenIdle(loadAppFrame)
