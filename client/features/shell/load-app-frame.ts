import { whenIdle } from '#client/lib/when-idle.ts'

/** Everything behind the sign-in, as one chunk. */
export const loadAppFrame = () => import('./app-frame.tsx')

/** Fetches it while the person still types the password. */
export const preloadAppFrame = () => whenIdle(loadAppFrame)
