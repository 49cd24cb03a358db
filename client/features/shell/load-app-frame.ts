/** Everything behind the sign-in, as one chunk. */
export const loadAppFrame = () => import('./app-frame.tsx')

/** Fetches it while the person still types the password. Safari has no idle callback. */
export function preloadAppFrame() {
  const load = () => void loadAppFrame().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, 1000)
}
